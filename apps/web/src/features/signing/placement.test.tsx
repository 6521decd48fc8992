import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { PlacementLayer } from './components/placement-layer.tsx'
import { usePlacement, type Placement } from './use-placement.ts'

const page = { page: 2, width: 600, height: 800 }
let placement: Placement

/** A page drawn at half size with its corner at 10, 20. */
function Page() {
  placement = usePlacement(null, true)
  const [box] = useState(() => ({ left: 10, top: 20, width: 300, height: 400, right: 310, bottom: 420, x: 10, y: 20 }))
  return (
    <div
      ref={(element) => {
        const layer = element?.firstElementChild
        if (layer) layer.getBoundingClientRect = () => ({ ...box, toJSON: () => box })
      }}
    >
      <PlacementLayer page={page} placement={placement} preview={() => 'vista'} />
    </div>
  )
}

const layer = () => screen.getByTestId('placement-2')
const box = () => screen.getByRole('application')
const pointer = (type: string, element: Element, x: number, y: number, pointerType = 'mouse', pointerId = 1) => {
  const event = new MouseEvent(type, { bubbles: true, button: 0, clientX: x, clientY: y })
  fireEvent(element, Object.assign(event, { pointerId, pointerType, isPrimary: pointerId === 1 }))
}
function draw() {
  pointer('pointerdown', layer(), 60, 120)
  pointer('pointermove', layer(), 160, 170)
  pointer('pointerup', layer(), 160, 170)
}

describe('placing a signature', () => {
  it('draws a rectangle by dragging, in PDF points', () => {
    render(<Page />)
    draw()
    expect(placement.placed).toEqual({ page: 2, rect: { x: 100, y: 200, width: 200, height: 100 } })
    expect(screen.getByText('200 × 100 pt')).toBeTruthy()
  })

  it('places a rectangle of the default size on a tap', () => {
    render(<Page />)
    pointer('pointerdown', layer(), 160, 220, 'touch')
    pointer('pointerup', layer(), 160, 220, 'touch')
    expect(placement.placed?.rect).toEqual({ x: 212, y: 365.5, width: 176, height: 69 })
  })

  it('does not react when a finger drags the page', () => {
    render(<Page />)
    pointer('pointerdown', layer(), 60, 120, 'touch')
    pointer('pointermove', layer(), 60, 220, 'touch')
    pointer('pointerup', layer(), 60, 220, 'touch')
    expect(placement.placed).toBeNull()
  })

  it('moves and resizes with the pointer, one undo step each', () => {
    render(<Page />)
    draw()
    pointer('pointerdown', box(), 100, 140)
    pointer('pointermove', box(), 105, 140)
    pointer('pointermove', box(), 110, 145)
    pointer('pointerup', box(), 110, 145)
    expect(placement.placed?.rect).toEqual({ x: 120, y: 210, width: 200, height: 100 })
    const handle = document.querySelector('[data-handle=se]')!
    pointer('pointerdown', handle, 170, 175)
    pointer('pointermove', handle, 180, 185)
    pointer('pointerup', handle, 180, 185)
    expect(placement.placed?.rect).toEqual({ x: 120, y: 210, width: 220, height: 120 })
    fireEvent.keyDown(window, { key: 'z', ctrlKey: true })
    fireEvent.keyDown(window, { key: 'z', ctrlKey: true })
    expect(placement.placed?.rect).toEqual({ x: 100, y: 200, width: 200, height: 100 })
    fireEvent.keyDown(window, { key: 'y', ctrlKey: true })
    expect(placement.placed?.rect.x).toBe(120)
  })

  it.each(['the stamp', 'the page'])('keeps the place when a second finger touches %s', (where) => {
    render(<Page />)
    draw()
    const { placed } = placement
    const second = where === 'the stamp' ? box() : layer()
    pointer('pointerdown', box(), 100, 140, 'touch')
    pointer('pointermove', box(), 106, 146, 'touch')
    pointer('pointerdown', second, 150, 160, 'touch', 2)
    for (const [x, id] of [[60, 1] as const, [190, 2] as const]) pointer('pointermove', box(), x, 150, 'touch', id)
    pointer('pointerup', second, 150, 160, 'touch', 2)
    pointer('pointerup', box(), 60, 150, 'touch')
    expect(placement.placed).toEqual(placed)
  })

  it('places nothing when the page is pinched', () => {
    render(<Page />)
    pointer('pointerdown', layer(), 160, 220, 'touch')
    pointer('pointerdown', layer(), 200, 220, 'touch', 2)
    pointer('pointerup', layer(), 200, 220, 'touch', 2)
    pointer('pointerup', layer(), 160, 220, 'touch')
    expect(placement.placed).toBeNull()
  })

  it('moves with the keyboard: 1 point, 10 with Shift; Alt resizes; Escape removes', () => {
    render(<Page />)
    draw()
    fireEvent.keyDown(box(), { key: 'ArrowRight' })
    fireEvent.keyDown(box(), { key: 'ArrowUp', shiftKey: true })
    expect(placement.placed?.rect).toMatchObject({ x: 101, y: 190 })
    fireEvent.keyDown(box(), { key: 'ArrowDown', altKey: true })
    expect(placement.placed?.rect).toMatchObject({ height: 101 })
    fireEvent.keyDown(box(), { key: 'Escape' })
    expect(placement.placed).toBeNull()
    expect(placement.canUndo).toBe(true)
  })
})
