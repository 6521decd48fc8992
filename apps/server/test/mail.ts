import type { Email } from '@foja/contracts/emails'
import { parseSmtpUrl } from '@foja/mail/smtp-url'
import { createSmtpMailer } from '@foja/mail/smtp-mailer'
import { startSmtpServer, type SmtpTestServer } from '@foja/testing/smtp'
import type { AppDeps } from '../src/deps.ts'
import { bodyOf, startOffice, type Caller, type Office } from './office.ts'

export const emailPath = '/api/v1/send_document_by_email/'

/** An office whose messages go to a real SMTP server. */
export type MailOffice = Office & {
  smtp: SmtpTestServer
  /** Runs the due jobs; returns how many ran. */
  deliver: () => Promise<number>
}

export const mailTo = (port: number): NonNullable<AppDeps['mail']> => ({
  mailer: createSmtpMailer({ server: parseSmtpUrl(`smtp://127.0.0.1:${port}`)!, idleMs: 60_000 }),
  from: { name: 'Centro Ñandú', address: 'foja@oficina.example' },
})

export async function startMailOffice(overrides: Partial<AppDeps> = {}): Promise<MailOffice> {
  const smtp = await startSmtpServer()
  const office = await startOffice({ mail: mailTo(smtp.port), ...overrides })
  const { deps, jobs } = office.server
  return {
    ...office,
    smtp,
    deliver: async () => await jobs.run(deps.clock()),
    close: async () => {
      await office.close()
      await smtp.close()
    },
  }
}

type Id = { id_documento: string }

/** Sends a document by email; `more` overrides the body. */
export async function sendByEmail(caller: Caller, { id_documento }: Id, more: Record<string, unknown> = {}) {
  return await caller.post(emailPath, { id_documento, to: ['ana@cliente.example'], as: 'attachment', ...more })
}

/** Returns the id of a message that must have been queued. */
export async function sentId(response: Response): Promise<string> {
  const { id_envio } = await bodyOf<{ id_envio: string }>(response, 200)
  return id_envio
}

/** The messages of a document, newest first. */
export const emailsOf = async (caller: Caller, { id_documento }: Id): Promise<Email[]> =>
  await caller.read<Email[]>(`/api/v1/list_email/${id_documento}/`)
