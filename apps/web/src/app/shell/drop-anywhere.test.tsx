import { fireEvent, render } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { keepDrops } from '../../lib/files/dropped-pdfs.ts'
import * as es from '../../test/es.ts'
import { readToasts, toast } from '../../ui/toast-store.ts'
import { DropAnywhere } from './drop-anywhere.tsx'

const navigate = vi.fn(async () => {})
vi.mock('../../lib/router/router.tsx', () => ({ useNavigate: () => navigate }))

keepDrops()
beforeEach(() => {
  navigate.mockClear()
  toast.dismiss()
})

const pdf = new File(['%PDF'], 'acta.pdf', { type: 'application/pdf' })
/** Drags `types` onto the page and drops them; true if the browser's own action was prevented both times. */
const drop = (types: string[]) =>
  [fireEvent.dragOver, fireEvent.drop].every(
    (fire) => !fire(document.body, { dataTransfer: { types, files: types.includes('Files') ? [pdf] : [] } }),
  )

it('files dropped before the page takes them do not leave the application, and are taken then', () => {
  expect(drop(['Files'])).toBe(true)
  expect(drop(['text/plain'])).toBe(false)
  render(<DropAnywhere />)
  expect(navigate).toHaveBeenCalledExactlyOnceWith({ href: '/firmar' })
})

it('files that a drop zone took before are not taken again', () => {
  const end = new AbortController()
  document.body.addEventListener('drop', (event) => event.preventDefault(), end)
  expect(drop(['Files'])).toBe(true)
  end.abort()
  render(<DropAnywhere />)
  expect(navigate).not.toHaveBeenCalled()
})

it('PDFs dropped anywhere are signed', () => {
  render(<DropAnywhere />)
  expect(drop(['Files'])).toBe(true)
  expect(navigate).toHaveBeenCalledExactlyOnceWith({ href: '/firmar' })
})

it('files dropped while a dialog is open ask to close it first', () => {
  render(
    <>
      <DropAnywhere />
      <div role="dialog" />
    </>,
  )
  expect(drop(['Files'])).toBe(true)
  expect(navigate).not.toHaveBeenCalled()
  expect(readToasts().map(({ text }) => text)).toEqual([es.shell.dropBehindDialog])
})
