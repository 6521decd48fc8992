import {
  toUserSpace,
  visibleSize,
  visibleSizeOf,
  type Box,
  type PageGeometry,
  type VisibleBox,
} from '@foja/pdf-core/geometry'
import { PadesError } from '../errors.ts'

/** A displayed place on a page: points from the top left corner, CropBox, /Rotate and UserUnit applied. */
export type Rectangle = { page: number; x: number; y: number; width: number; height: number }

/** Place of a stamp: its box in default user space, and the upright size and rotation of its appearance. */
export type Placement = { rect: Box; width: number; height: number; rotation: PageGeometry['rotation'] }

const tolerance = 0.01

/** Converts a displayed place to user space. Throws `rectangle_outside_page` when it is not wholly on the page. */
export function place(rectangle: VisibleBox, geometry: PageGeometry): Placement {
  const size = visibleSize(geometry)
  const { x, y, width, height } = rectangle
  const fits =
    x >= -tolerance && y >= -tolerance && x + width <= size.width + tolerance && y + height <= size.height + tolerance
  if (!(width > 0 && height > 0 && fits)) throw new PadesError('rectangle_outside_page', { rectangle, page: size })
  const rect = toUserSpace(geometry, rectangle)
  return { rect, width, height, rotation: geometry.rotation }
}

/** The placement of a field that already has its box. */
export function placementOf(rect: Box, geometry: PageGeometry): Placement {
  return { rect, ...visibleSizeOf(rect, geometry), rotation: geometry.rotation }
}
