import type { RecipientView } from '@foja/contracts/recipients'
import type { TestCertificate } from '@foja/testing/ca'
import { constants, sign as signBytes } from 'node:crypto'
import { bodyOf } from './office.ts'
import type { MailOffice } from './mail.ts'

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

/** A recipient of a request, who opens it by the link in their newest message. */
export async function recipientOf(office: MailOffice, email: string) {
  await office.deliver()
  const text = office.smtp.messages.filter(({ to }) => to.includes(email)).at(-1)?.mail.text ?? ''
  const token = /\/pedido\?p=([\w-]{43})/.exec(text)![1]!
  const call = async (path: string, body?: object) =>
    await fetch(new URL(`/api/v1/${path}/`, office.server.origin), {
      method: body === undefined ? 'GET' : 'POST',
      headers: { 'x-recipient': token, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  return {
    token,
    call,
    view: async () => await bodyOf<RecipientView>(await call('recipient_request'), 200),
    sign: async ({ id_documento }: { id_documento: string }, by: TestCertificate) => {
      const certificates = { certificate: base64(by.certificate), chain: by.chain.map(base64) }
      const { id_preparacion, signed_attributes, hash } = await bodyOf<Record<string, string>>(
        await call('recipient_prepare', { id_documento, ...certificates }),
        200,
      )
      const key = { key: by.privateKey, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
      const signature = base64(signBytes(hash, Buffer.from(signed_attributes!, 'base64'), key))
      return await bodyOf<{ status: string }>(await call('recipient_complete', { id_preparacion, signature }), 200)
    },
  }
}
