import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { inkBox } from '../../shared/draw-sheet.tsx'
import { DrawModal } from './components/draw-modal.tsx'

/** Replaces the pad: jsdom cannot draw. */
const pad = vi.hoisted(() => ({ strokes: [] as object[], end: () => {} }))
vi.mock('signature_pad', () => ({
  default: class {
    addEventListener(_type: string, end: () => void) {
      pad.end = end
    }
    removeEventListener() {}
    off() {}
    clear() {
      pad.strokes = []
    }
    fromData() {}
    toData() {
      return pad.strokes
    }
  },
}))

const sides: [number, number][] = []
beforeEach(() => {
  pad.strokes = []
  sides.length = 0
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(400)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(224)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function (this: HTMLCanvasElement, take) {
    sides.push([this.width, this.height])
    take(new Blob(['png'], { type: 'image/png' }))
  })
})

const draw = () =>
  act(() => {
    pad.strokes = [
      {
        points: [
          { x: 100, y: 50 },
          { x: 160, y: 90 },
        ],
      },
    ]
    pad.end()
  })

describe('the ink box of a drawing', () => {
  const sheet = { width: 400, height: 224 }
  it('is slightly larger than the strokes and stays on the sheet', () => {
    const strokes = [{ points: [{ x: 100, y: 50 }] }, { points: [{ x: 398, y: 2 }] }]
    expect(inkBox(strokes, sheet)).toEqual({ x: 92, y: 0, width: 308, height: 58 })
  })
  it('is null for an empty sheet', () => expect(inkBox([{ points: [] }], sheet)).toBe(null))
})

describe('the dialog for drawing a signature', () => {
  const open = (props: { busy?: boolean; failure?: string | null } = {}) => {
    const onDrawn = vi.fn<(file: File) => void>()
    const onClose = vi.fn()
    render(<DrawModal busy={props.busy ?? false} failure={props.failure ?? null} onDrawn={onDrawn} onClose={onClose} />)
    return { onDrawn, onClose }
  }
  const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })

  it('saves the drawing cropped to its ink', async () => {
    const { onDrawn } = open()
    const save = await button('Guardar')
    expect(save.disabled).toBe(true)
    await screen.findByRole('img', { name: 'Hoja para dibujar tu firma' })
    draw()
    await userEvent.click(save)
    await waitFor(() => expect(onDrawn).toHaveBeenCalledTimes(1))
    expect(onDrawn.mock.calls[0]?.[0]).toMatchObject({ name: 'firma.png', type: 'image/png' })
    expect(sides).toEqual([[76 * 3, 56 * 3]])
  })

  it('starts over with an empty sheet', async () => {
    open()
    await screen.findByRole('img', { name: 'Hoja para dibujar tu firma' })
    draw()
    await userEvent.click(await button('Borrar'))
    expect((await button('Guardar')).disabled).toBe(true)
    expect(pad.strokes).toEqual([])
  })

  it('shows why the image was not stored, and closes with Escape', async () => {
    const { onClose } = open({ failure: 'La imagen pesa más de 2 MB.' })
    expect((await screen.findByRole('alert')).textContent).toContain('La imagen pesa más de 2 MB.')
    await userEvent.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalled()
  })
})
