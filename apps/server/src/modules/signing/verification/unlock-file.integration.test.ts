import { sign } from '@foja/pades/sign'
import { makePdf } from '@foja/testing/pdfs'
import { makeTestSigner } from '@foja/testing/signing'
import { expect, it } from 'vitest'
import { expectProblem, openOffice, pdfFile } from '../../../../test/office.ts'

const office = await openOffice()
const name = 'Estado de cuenta.pdf'
const passwords = { userPassword: 'abrir-1928', ownerPassword: 'dueña' }
const locked = makePdf({ encryption: { mode: 'aes-256', ...passwords } })
const unlock = (pdf: Uint8Array, data?: { password: string }) =>
  office.usuario.upload('/api/v1/unlock_pdf/', [pdfFile(name, Buffer.from(pdf))], data)

it('a PDF that asks for a password comes back without it and can be uploaded', async () => {
  const answer = await unlock(locked, { password: passwords.userPassword })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  const copy = Buffer.from(await answer.arrayBuffer())
  const file = pdfFile(name, copy)
  expect((await office.usuario.upload('/api/v1/upload_document/', [pdfFile(name, locked)])).status).toBe(400)
  expect((await office.usuario.upload('/api/v1/upload_document/', [file])).status).toBe(201)
})

it.each([undefined, { password: '' }, { password: 'otra' }])('with %j the PDF stays locked', async (data) => {
  await expectProblem(await unlock(locked, data), 400, 'pdf_encrypted')
})

it('a signed PDF keeps its password, as its signatures would be void without', async () => {
  const { signer } = makeTestSigner({ name: 'Lucía Peñaherrera' })
  const open = makePdf({ encryption: { mode: 'aes-256', userPassword: '', ownerPassword: 'dueña' } })
  const { pdf } = await sign(open, signer, { signingTime: new Date() })
  const { detail } = await expectProblem(await unlock(pdf, { password: 'dueña' }), 400, 'pdf_signed_and_encrypted')
  expect(detail).toContain('anularía sus firmas')
})

it('a damaged PDF is named', async () => {
  const { detail } = await expectProblem(await unlock(Buffer.from('%PDF-1.7 roto')), 400, 'pdf_damaged')
  expect(detail).toContain(name)
})
