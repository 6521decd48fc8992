import type { EncryptionMode } from '@foja/testing/pdfs-encryption'
import { makePdf } from '@foja/testing/pdfs'
import { afterAll, describe, expect, it } from 'vitest'
import { signedWidgetPdf } from '../test/build-pdf.ts'
import { createRenderer } from './renderer.ts'

const renderer = await createRenderer()
afterAll(async () => renderer.close())

const modes: EncryptionMode[] = ['rc4-40', 'rc4-128', 'rc4-filter', 'aes-128', 'aes-256-r5', 'aes-256']
const locked = (mode: EncryptionMode = 'aes-256') =>
  makePdf({ encryption: { mode, userPassword: 'abrir', ownerPassword: 'dueña' } })

describe('removing the encryption of a PDF', () => {
  it.each(modes)('%s: the copy opens without a password and looks the same', async (mode) => {
    const copy = await renderer.unlock(locked(mode), 'abrir')
    const plain = makePdf()
    expect(await renderer.inspect(copy)).toEqual(await renderer.inspect(plain))
    const png = { page: 1, format: 'png' } as const
    const [was, is] = [await renderer.renderPage(plain, png), await renderer.renderPage(copy, png)]
    expect(Buffer.from(is.bytes).equals(was.bytes)).toBe(true)
  })

  it('opens it with the password of the owner too', async () => {
    expect((await renderer.inspect(await renderer.unlock(locked(), 'dueña'))).encrypted).toBe(false)
  })

  it.each(['', 'otra'])('refuses the password «%s»', async (password) => {
    await expect(renderer.unlock(locked(), password)).rejects.toMatchObject({ code: 'pdf_password' })
  })

  it('refuses a signed file, whose signatures the copy would void', async () => {
    await expect(renderer.unlock(signedWidgetPdf(), '')).rejects.toMatchObject({ code: 'pdf_signed' })
  })

  it('does not open the file for the next task', async () => {
    const file = locked()
    await renderer.unlock(file, 'abrir')
    await expect(renderer.inspect(file)).rejects.toMatchObject({ code: 'pdf_password' })
  })
})
