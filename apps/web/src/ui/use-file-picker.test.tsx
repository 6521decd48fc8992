import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { useFilePicker } from './use-file-picker.tsx'

const pdf = new File(['%PDF-'], 'acta.pdf', { type: 'application/pdf' })

function Picker({ onFiles, camera = false }: { onFiles: (files: File[]) => void; camera?: boolean }) {
  const { input, open } = useFilePicker({ onFiles, accept: '.pdf', camera, label: 'Archivo' })
  return (
    <>
      {input}
      <button type="button" onClick={open}>
        Elegir
      </button>
    </>
  )
}

it('the file picker opens on a click, and accepts the same file twice', async () => {
  const taken = vi.fn<(files: File[]) => void>()
  const opened = vi.spyOn(HTMLInputElement.prototype, 'click')
  render(<Picker onFiles={taken} />)
  await userEvent.click(screen.getByRole('button', { name: 'Elegir' }))
  expect(opened).toHaveBeenCalledOnce()
  const input = screen.getByLabelText<HTMLInputElement>('Archivo')
  for (let times = 0; times < 2; times += 1) {
    Object.defineProperty(input, 'files', { value: [pdf], configurable: true })
    fireEvent.change(input)
    expect(input.value).toBe('')
  }
  expect(taken.mock.calls).toEqual([[[pdf]], [[pdf]]])
})

it('the file picker ignores a cancelled dialog and requests the camera if asked to', () => {
  const taken = vi.fn<(files: File[]) => void>()
  render(<Picker onFiles={taken} camera />)
  const input = screen.getByLabelText('Archivo')
  fireEvent.change(input)
  expect(taken).not.toHaveBeenCalled()
  expect(input.getAttribute('capture')).toBe('environment')
})
