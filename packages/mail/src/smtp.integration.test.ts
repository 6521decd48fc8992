import { makeServerCertificate } from '@foja/testing/server-certificate'
import { startSmtpServer, type SmtpTestOptions, type SmtpTestServer } from '@foja/testing/smtp'
import { createServer, type AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { afterEach, describe, expect, it } from 'vitest'
import { MailError, type OutgoingMessage } from './mailer.ts'
import { createSmtpMailer } from './smtp-mailer.ts'
import { parseSmtpUrl } from './smtp-url.ts'

let server: SmtpTestServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

const start = async (options?: SmtpTestOptions): Promise<SmtpTestServer> => (server = await startSmtpServer(options))

const mailerTo = (url: string, more: { ca?: string; idleMs?: number; totalMs?: number } = {}) =>
  createSmtpMailer({ server: parseSmtpUrl(url)!, ...more })

const messageTo = (recipients: string[], more: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  id: '00000000-0000-4000-8000-000000000001@foja.ec',
  date: new Date('2026-11-20T19:00:00Z'),
  from: { name: 'Centro de Mediación Ñandú', address: 'foja@foja.ec' },
  replyTo: 'ana@foja.ec',
  to: recipients,
  cc: [],
  recipients,
  subject: 'Señal de alquiler',
  text: 'Hola\n.\nFin\n',
  html: '<p>Hola ñandú</p>',
  automatic: false,
  calendar: null,
  attachments: [],
  pictures: [],
  ...more,
})

async function failureOf(sending: Promise<unknown>): Promise<MailError> {
  const error: unknown = await sending.then(
    () => new Error('it went out'),
    (reason: unknown) => reason,
  )
  if (!(error instanceof MailError)) throw error
  return error
}

describe('sending a message by SMTP', () => {
  it('delivers it unchanged', async () => {
    const { port, messages } = await start()
    const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, at) => (at * 7) & 255))
    const calendar = { method: 'REQUEST' as const, content: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n' }
    const file = { filename: 'Señal\r\nBcc: eva@otro.ec.pdf', mime: 'application/pdf', content: Readable.from([bytes]) }
    const text = { filename: 'nota.txt', mime: 'text/plain', content: Readable.from(['a\nb\r\nc\r']) }
    const message = messageTo(['a@foja.ec', 'b@foja.ec'], { calendar, attachments: [file, text], automatic: true })
    const delivery = await mailerTo(`smtp://127.0.0.1:${port}`).send({ ...message, cc: ['c@foja.ec'] })
    expect(delivery).toMatchObject({ accepted: ['a@foja.ec', 'b@foja.ec'], refused: [] })
    const [{ mail, from, to, raw }] = messages as [(typeof messages)[0]]
    expect({ from, to }).toEqual({ from: 'foja@foja.ec', to: ['a@foja.ec', 'b@foja.ec'] })
    expect(mail.messageId).toBe('<00000000-0000-4000-8000-000000000001@foja.ec>')
    expect(mail.date).toEqual(message.date)
    expect(mail.subject).toBe('Señal de alquiler')
    expect(mail.from?.text).toBe('"Centro de Mediación Ñandú" <foja@foja.ec>')
    expect(mail.replyTo?.text).toBe('ana@foja.ec')
    expect(mail.text?.replaceAll('\r\n', '\n')).toContain('Hola\n.\nFin')
    expect(mail.html).toContain('<p>Hola ñandú</p>')
    expect(mail.headers.get('auto-submitted')).toBe('auto-generated')
    const [pdf, note, ics] = ['application/pdf', 'text/plain', 'application/ics'].map((type) =>
      mail.attachments.find(({ contentType }) => contentType === type),
    )
    expect(pdf!.content.equals(bytes)).toBe(true)
    expect(pdf!.filename).toBe('Señal Bcc: eva@otro.ec.pdf')
    expect(note!.content.toString()).toBe('a\nb\r\nc\r')
    expect(ics!.content.toString()).toBe(calendar.content)
    expect(raw.toString()).toMatch(/Content-Type: text\/calendar; charset=utf-8; method=REQUEST/i)
    expect([...mail.headers.keys()]).not.toContain('bcc')
  })

  it('shows its picture inside the HTML, and keeps attachments apart', async () => {
    const { port, messages } = await start()
    const picture = { cid: 'logo.7@foja', filename: 'logo.png', mime: 'image/png', content: Buffer.from('PNG') }
    const file = { filename: 'a.pdf', mime: 'application/pdf', content: Buffer.from('PDF') }
    const html = '<p><img src="cid:logo.7@foja" alt="Centro"></p>'
    const message = messageTo(['a@foja.ec'], { html, pictures: [picture], attachments: [file] })
    await mailerTo(`smtp://127.0.0.1:${port}`).send(message)
    const [{ mail, raw }] = messages as [(typeof messages)[0]]
    const told = mail.attachments.map(({ contentId, contentDisposition, related }) => {
      return [contentId, contentDisposition, related]
    })
    expect(told).toContainEqual(['<logo.7@foja>', 'inline', true])
    expect(told).toContainEqual([undefined, 'attachment', undefined])
    expect(raw.toString()).toMatch(/multipart\/mixed[^]*multipart\/related/)
    // The test's parser inlines the picture.
    expect(mail.html).toContain('<img src="data:image/png;base64,UE5H" alt="Centro">')
  })

  it.each(['\r\n', '\n', '\r', '\u2028', '\u0085', '\0', '\r\n\r\n', '\r\n.\r\n', '\u{E000}\n'])(
    'lets no header in through a text with %j',
    async (breaking) => {
      const { port, messages } = await start()
      const evil = `Hola${breaking}Bcc: eva@otro.ec${breaking}X-Evil: 1`
      const from = { name: evil, address: 'foja@foja.ec' }
      const attachments = [{ filename: evil, mime: `text/plain${breaking}X-Evil: 1`, content: Buffer.from('x') }]
      await mailerTo(`smtp://127.0.0.1:${port}`).send(
        messageTo(['a@foja.ec'], { subject: evil, from, attachments, text: evil, html: evil }),
      )
      const { mail, raw, to } = messages[0]!
      expect(messages).toHaveLength(1)
      expect(to).toEqual(['a@foja.ec'])
      expect(mail.headers.has('x-evil')).toBe(false)
      expect(mail.headers.has('bcc')).toBe(false)
      expect(mail.attachments).toHaveLength(1)
      const heads = raw.toString('latin1').split(/\r\n\r\n/)[0]!
      expect(heads).not.toMatch(/^(bcc|x-evil):/im)
    },
  )

  it('reads an attachment during sending', async () => {
    const { port, messages } = await start()
    let read = 0
    async function* bytes() {
      for (; read < 160; read += 1) yield await Promise.resolve(Buffer.alloc(64 * 1024, read))
    }
    const attachments = [{ filename: 'a.bin', mime: 'application/octet-stream', content: Readable.from(bytes()) }]
    await mailerTo(`smtp://127.0.0.1:${port}`).send(messageTo(['a@foja.ec'], { attachments }))
    expect(messages[0]!.mail.attachments[0]!.size).toBe(160 * 64 * 1024)
  })
})

describe('refusals by the SMTP server', () => {
  it('accepts some recipients and reports the refused ones', async () => {
    const { port, behaviour } = await start()
    behaviour.recipient = (address) =>
      address === 'no@foja.ec'
        ? { code: 550, text: '5.1.1 no such user' }
        : address === 'later@foja.ec'
          ? { code: 451, text: '4.7.1 greylisted' }
          : undefined
    const delivery = await mailerTo(`smtp://127.0.0.1:${port}`).send(
      messageTo(['yes@foja.ec', 'no@foja.ec', 'later@foja.ec']),
    )
    expect(delivery.accepted).toEqual(['yes@foja.ec'])
    expect(delivery.refused).toEqual([
      { address: 'no@foja.ec', permanent: true, reply: '550 5.1.1 no such user' },
      { address: 'later@foja.ec', permanent: false, reply: '451 4.7.1 greylisted' },
    ])
  })

  it('names each refused recipient, also when all are refused', async () => {
    const { port, behaviour } = await start()
    behaviour.recipient = (address) =>
      address === 'no@foja.ec' ? { code: 550, text: '5.1.1 no such user' } : { code: 451, text: '4.7.1 greylisted' }
    const error = await failureOf(mailerTo(`smtp://127.0.0.1:${port}`).send(messageTo(['no@foja.ec', 'later@foja.ec'])))
    expect(error).toMatchObject({ code: 'server_busy', permanent: false })
    expect(error.refused).toEqual([
      { address: 'no@foja.ec', permanent: true, reply: '550 5.1.1 no such user' },
      { address: 'later@foja.ec', permanent: false, reply: '451 4.7.1 greylisted' },
    ])
  })

  it.each([
    ['recipient', { code: 550, text: 'no such user' }, 'recipient_refused', true],
    ['recipient', { code: 450, text: 'greylisted' }, 'server_busy', false],
    ['sender', { code: 553, text: 'not yours' }, 'sender_refused', true],
    ['sender', { code: 421, text: 'later' }, 'server_busy', false],
    ['sender', { code: 530, text: 'authenticate first' }, 'login_refused', false],
    ['data', { code: 554, text: 'spam' }, 'message_refused', true],
    ['data', { code: 552, text: 'too big' }, 'message_too_large', true],
    ['data', { code: 451, text: 'disk full' }, 'server_busy', false],
  ] as const)('reports a refusal at %s: %j', async (step, refusal, code, permanent) => {
    const { port, behaviour, messages } = await start()
    behaviour[step] = () => refusal
    const error = await failureOf(mailerTo(`smtp://127.0.0.1:${port}`).send(messageTo(['a@foja.ec'])))
    expect({ code: error.code, permanent: error.permanent }).toEqual({ code, permanent })
    expect(error.reply).toContain(refusal.text)
    expect(messages).toEqual([])
  })
})

describe('connection failures to the SMTP server', () => {
  it('reports a closed port', async () => {
    const { port, close } = await start()
    await close()
    const error = await failureOf(mailerTo(`smtp://127.0.0.1:${port}`).send(messageTo(['a@foja.ec'])))
    expect(error).toMatchObject({ code: 'unreachable', permanent: false, reply: null })
    server = await startSmtpServer({ port })
    await mailerTo(`smtp://127.0.0.1:${port}`).send(messageTo(['a@foja.ec']))
    expect(server.messages).toHaveLength(1)
  })

  it('reports a connection that breaks in the middle of a message, and after its end', async () => {
    const { port, behaviour, messages } = await start()
    const mailer = mailerTo(`smtp://127.0.0.1:${port}`)
    behaviour.dropAfter = 100_000
    const content = Readable.from([Buffer.alloc(2_000_000, 65)])
    const attachments = [{ filename: 'a.pdf', mime: 'application/pdf', content }]
    const halfway = await failureOf(mailer.send(messageTo(['a@foja.ec'], { attachments })))
    expect(halfway).toMatchObject({ code: 'connection_lost', permanent: false })
    expect(content.destroyed).toBe(true)
    delete behaviour.dropAfter
    behaviour.data = () => 'drop'
    expect(await failureOf(mailer.send(messageTo(['a@foja.ec'])))).toMatchObject({ code: 'connection_lost' })
    delete behaviour.data
    await mailer.send(messageTo(['a@foja.ec']))
    expect(messages).toHaveLength(1)
  })

  it('reports a silent server', async () => {
    const silent = createServer(() => {})
    await new Promise<void>((resolve) => void silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as AddressInfo
    const url = `smtp://127.0.0.1:${port}`
    for (const limits of [{ idleMs: 300 }, { totalMs: 300 }]) {
      const error = await failureOf(mailerTo(url, limits).send(messageTo(['a@foja.ec'])))
      expect(error).toMatchObject({ code: 'timeout', permanent: false })
    }
    silent.close()
  })

  it('fails with a broken attachment, and delivers nothing', async () => {
    const { port, messages } = await start()
    async function* broken() {
      yield await Promise.resolve(Buffer.alloc(100_000))
      throw new Error('disk')
    }
    const attachments = [{ filename: 'a.pdf', mime: 'application/pdf', content: Readable.from(broken()) }]
    const error = await failureOf(mailerTo(`smtp://127.0.0.1:${port}`).send(messageTo(['a@foja.ec'], { attachments })))
    expect(error).toMatchObject({ code: 'attachment_unavailable', permanent: false })
    expect(messages).toEqual([])
  })
})

describe('authentication to the SMTP server', () => {
  const auth = { user: 'foja@foja.ec', pass: 'cl@ve:ñ/1' }
  const who = `${encodeURIComponent(auth.user)}:${encodeURIComponent(auth.pass)}`

  it('signs in', async () => {
    const { port, messages } = await start({ auth })
    await mailerTo(`smtp://${who}@127.0.0.1:${port}`).send(messageTo(['a@foja.ec']))
    expect(messages).toHaveLength(1)
    const error = await failureOf(mailerTo(`smtp://foja:otra@127.0.0.1:${port}`).send(messageTo(['a@foja.ec'])))
    expect(error).toMatchObject({ code: 'login_refused', permanent: false })
    expect(error.message).not.toContain('otra')
    await failureOf(mailerTo(`smtp://127.0.0.1:${port}`).send(messageTo(['a@foja.ec'])))
    expect(messages).toHaveLength(1)
  })

  it.each(['once', 'starttls'] as const)(
    'over TLS (%s), accepts only a server with a trusted certificate',
    async (at) => {
      const { key, cert, ca } = makeServerCertificate()
      const { port, messages } = await start({ auth, tls: { key, cert, at } })
      const url = `${at === 'once' ? 'smtps' : 'smtp'}://${who}@127.0.0.1:${port}`
      await mailerTo(url, { ca }).send(messageTo(['a@foja.ec']))
      expect(messages).toHaveLength(1)
      await mailerTo(url, { ca }).ping()
      const error = await failureOf(mailerTo(url).send(messageTo(['a@foja.ec'])))
      expect(error).toMatchObject({ code: 'tls_failed', permanent: false })
      expect(messages).toHaveLength(1)
    },
  )

  it('does not continue in the clear when TLS is required', async () => {
    const { port, messages } = await start({ auth })
    const error = await failureOf(
      mailerTo(`smtp://${who}@127.0.0.1:${port}?starttls=always`).send(messageTo(['a@foja.ec'])),
    )
    expect(error.permanent).toBe(false)
    expect(messages).toEqual([])
  })
})
