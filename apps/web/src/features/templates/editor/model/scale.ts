import type { Handle, Point, Rect, Size } from '../../../../lib/files/geometry.ts'
import { resize } from '../../../../lib/files/geometry.ts'
import { along, hundredth, lengthOf, near, type Axis } from './axis.ts'
import { boundsOf, fieldsOn, pageOf, placeField, smallestField, type EditorField } from './document.ts'
import type { Places } from './arrange.ts'
import { snapResize, type Snapped, type SnapOptions, type Surroundings } from './snap.ts'

const sideOf = { x: 'width', y: 'height' } as const

/**
 * The smallest box that fields can be scaled into: the first field at the minimum size stops all. Fields that are
 * already smaller stay as they are.
 */
export function leastBox(round: Rect, fields: readonly Rect[]): Size {
  const least = (axis: Axis) => {
    const side = sideOf[axis]
    return round[side] * Math.max(...fields.map((field) => Math.min(1, smallestField[side] / field[side])))
  }
  return { width: least('x'), height: least('y') }
}

/**
 * Scales fields from one bounding box to another. Edges are mapped instead of sizes, so that aligned fields stay
 * aligned.
 */
export function scaleInto(fields: readonly EditorField[], from: Rect, to: Rect): Places {
  const carry = (field: Rect, axis: Axis) => {
    const side = sideOf[axis]
    const { start, end } = along(field, axis)
    const at = (edge: number) => hundredth(to[axis] + ((edge - from[axis]) * to[side]) / from[side])
    // Rounding must not go below the minimum size, nor leave the box.
    const length = Math.max(hundredth(at(end) - at(start)), Math.min(smallestField[side], field[side]))
    return { start: hundredth(Math.min(at(start), along(to, axis).end - length)), length }
  }
  return new Map(
    fields.map((field) => {
      const [x, y] = [carry(field, 'x'), carry(field, 'y')]
      return [field.id, { x: x.start, y: y.start, width: x.length, height: y.length }] as const
    }),
  )
}

/** Moves the lower right corner of each page's bounding box and scales its fields. */
export function scaleBy(fields: readonly EditorField[], by: Point, pages: readonly Size[]): EditorField[] {
  return [...new Set(fields.map(({ page }) => page))].flatMap((page) => {
    const here = fieldsOn(fields, page)
    const round = boundsOf(here)
    if (round === null) return []
    const places = scaleInto(here, round, resize(round, 'se', by, pageOf(pages, page), leastBox(round, here)))
    return here.map((field) => placeField(field, places.get(field.id) ?? field))
  })
}

/** The fixed point of the box along an axis during a resize, as a fraction of its length. */
function anchorOf(handle: Handle, axis: Axis): number {
  const [start, end] = axis === 'x' ? (['w', 'e'] as const) : (['n', 's'] as const)
  if (handle.includes(start)) return 1
  return handle.includes(end) ? 0 : 0.5
}

/** Scales the box uniformly, limited by its page and the smallest box. */
function inRatio(round: Rect, handle: Handle, times: number, page: Size, least: Size): Rect {
  const anchor = { x: anchorOf(handle, 'x'), y: anchorOf(handle, 'y') }
  const still = { x: round.x + anchor.x * round.width, y: round.y + anchor.y * round.height }
  const room = (axis: Axis) => {
    const before = anchor[axis] === 0 ? Infinity : still[axis] / anchor[axis]
    const after = anchor[axis] === 1 ? Infinity : (lengthOf(page, axis) - still[axis]) / (1 - anchor[axis])
    return Math.min(before, after) / round[sideOf[axis]]
  }
  const low = Math.max(least.width / round.width, least.height / round.height)
  const share = Math.max(low, Math.min(times, room('x'), room('y')))
  const [width, height] = [round.width * share, round.height * share]
  return {
    x: hundredth(still.x - anchor.x * width),
    y: hundredth(still.y - anchor.y * height),
    width: hundredth(width),
    height: hundredth(height),
  }
}

type Pull = {
  handle: Handle
  /** Distance from the start of the drag, in points. */
  by: Point
  least: Size
  /** Keeps the aspect ratio. */
  ratio: boolean
}

/** The box after dragging a handle, with snapping. */
export function resizeBox(round: Rect, pull: Pull, around: Surroundings, options: SnapOptions): Snapped {
  const { handle, by, least, ratio } = pull
  const wanted = resize(round, handle, by, around.page, least)
  const snapped = snapResize(wanted, handle, around, options, least)
  if (!ratio) return snapped
  const times = (axis: Axis) => snapped.rect[sideOf[axis]] / round[sideOf[axis]]
  // The direction that was dragged further leads.
  const lead: Axis = Math.abs(times('x') - 1) >= Math.abs(times('y') - 1) ? 'x' : 'y'
  const rect = inRatio(round, handle, times(lead), around.page, least)
  const isHeld = near(rect[sideOf[lead]], snapped.rect[sideOf[lead]])
  return { rect, guides: isHeld ? snapped.guides.filter(({ axis }) => axis === lead) : [] }
}
