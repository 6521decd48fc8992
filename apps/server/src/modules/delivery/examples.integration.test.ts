import type { Email } from '@foja/contracts/emails'
import type { summary } from '@foja/contracts/home'
import { inTransaction } from '@foja/db/transaction'
import { withoutExamples } from '@foja/mail/example-address'
import { afterAll, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { emailsOf, mailTo, sendByEmail, sentId, startMailOffice } from '../../../test/mail.ts'
import { createCase } from '../../../test/office.ts'
import { queueEmail } from '../outbox/queue-email.ts'

type Summary = z.output<(typeof summary.replies)[200]>

let office = await startMailOffice()
const { mailer, from } = mailTo(office.smtp.port)
office.server.deps.mail = { mailer: withoutExamples(mailer), from }
afterAll(() => office.close())

const failures = async () =>
  (await office.usuario.read<{ results: { kind: string }[] }>('/api/v1/list_notifications/')).results.filter(
    ({ kind }) => kind === 'email.failed',
  )

it('fails messages to example addresses immediately, with a reason', async () => {
  const { usuario, smtp } = office
  const { document } = await createCase(usuario)
  const id = await sentId(await sendByEmail(usuario, document, { to: ['ana@cliente.example'], cc: ['ana@cliente.ec'] }))
  await sentId(await sendByEmail(usuario, document, { to: ['rocio@oficina.test'] }))
  await office.deliver()
  expect(smtp.messages.flatMap(({ to }) => to)).toEqual(['ana@cliente.ec'])
  const emails = await emailsOf(usuario, document)
  const [alone, mixed] = emails as [Email, Email]
  expect(mixed.id_envio).toBe(id)
  const why = 'No se envía a direcciones de ejemplo'
  for (const email of [alone, mixed]) {
    expect(email).toMatchObject({ status: 'failed', attempts: 1, next_attempt_at: null, server_reply: null })
    expect(email.reason).toContain(why)
  }
  expect(mixed.reason).toMatch(/^ana@cliente\.example: /)
  const outcomes = mixed.recipients.map(({ address, sent, reason }) => [
    address,
    sent,
    reason?.startsWith(why) ?? false,
  ])
  expect(outcomes).toEqual([
    ['ana@cliente.example', false, true],
    ['ana@cliente.ec', true, false],
  ])
  expect(await failures()).toHaveLength(2)
})

it('does not report system messages to example addresses', async () => {
  const { usuario, admin, smtp, server, company } = office
  const { solicitud } = await createCase(usuario)
  smtp.messages.length = 0
  const counts = async () => (await admin.read<Summary>('/api/v1/summary/')).emails
  const before = { counts: await counts(), notified: (await failures()).length }
  await inTransaction(server.deps.db, async (trx) => {
    await queueEmail(trx, server.deps, {
      kind: 'invitation',
      id_company: company,
      locale: 'es',
      to: ['sofia@parte.invalid'],
      subject: 'Cita',
      text: 'Cita',
      html: '<p>Cita</p>',
      id_solicitud: solicitud.id_solicitud,
      created_by: usuario.id,
    })
  })
  await office.deliver()
  expect(smtp.messages).toEqual([])
  const outbox = await admin.read<{ results: Email[] }>('/api/v1/outbox/')
  expect(outbox.results[0]).toMatchObject({ status: 'failed', kind: 'invitation' })
  expect(outbox.results[0]!.reason).toContain('No se envía a direcciones de ejemplo')
  expect({ counts: await counts(), notified: (await failures()).length }).toEqual(before)
})
