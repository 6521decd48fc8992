import type { Email, EmailDetails, EmailStatus } from '@foja/contracts/emails'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { at, http, HttpResponse, problem, server, signedIn, useServer } from '../../test/server.ts'
import { EmailDetailsModal, prepareHtml } from './components/email-details.tsx'
import { EmailModal } from './components/email-modal.tsx'
import { EmailsPanel } from './components/emails-panel.tsx'
import { OutboxPage } from './components/outbox-page.tsx'
import { renderWithQueries } from '../../test/render.tsx'

vi.mock('../../shared/app-link.tsx', () => ({
  AppLink: ({ to, children }: { to: string; children: string }) => <a href={to}>{children}</a>,
}))

useServer()
beforeEach(() => signedIn())

const document = { id_documento: '33333333-3333-4333-8333-333333333333', nombre: 'Acta.pdf', size: 1000 }

const emailOf = (status: EmailStatus, extra: Partial<Email> = {}): Email => ({
  id_envio: '44444444-4444-4444-8444-444444444444',
  kind: 'document',
  status,
  to: ['rosa@ejemplo.ec'],
  cc: [],
  recipients: [{ address: 'rosa@ejemplo.ec', sent: status === 'sent', reason: null, server_reply: null }],
  subject: 'Acta.pdf',
  as: 'attachment',
  id_documento: document.id_documento,
  documento: 'Acta.pdf',
  id_solicitud: null,
  attempts: 0,
  reason: null,
  server_reply: null,
  next_attempt_at: null,
  sent_at: null,
  created_by: null,
  created_at: new Date().toISOString(),
  actions: [],
  ...extra,
})

const state = (extra: object = {}) =>
  server.use(
    http.get(at('/api/v1/mail_state/'), () =>
      HttpResponse.json({ configured: true, from: 'a@b.ec', held: 0, failed: 0, attachment_bytes: 5000, ...extra }),
    ),
  )

const draw = (children: ReactNode) => renderWithQueries(children)

describe('the form for sending a document by email', () => {
  const sent: { key: string }[] = []
  beforeEach(() => {
    sent.length = 0
    server.use(
      http.post(at('/api/v1/send_document_by_email/'), async ({ request }) => {
        sent.push((await request.json()) as { key: string })
        return HttpResponse.json({ id_envio: '44444444-4444-4444-8444-444444444444', status: 'queued' })
      }),
    )
  })
  const open = (size = 1000) => {
    const closed = vi.fn<() => void>()
    draw(<EmailModal document={{ ...document, size }} onClose={closed} seesOutbox />)
    return closed
  }

  it('sends once per address on a double click, including text that is not a chip yet', async () => {
    state()
    const closed = open()
    const to = await screen.findByLabelText(/^Para/)
    await userEvent.type(to, 'rosa@gmial.com,')
    await userEvent.click(screen.getByRole('button', { name: 'Corregir: rosa@gmail.com' }))
    await userEvent.type(to, 'inigo@ejemplo.ec')
    await userEvent.dblClick(screen.getByRole('button', { name: 'Enviar' }))
    await waitFor(() => expect(closed).toHaveBeenCalled())
    // The server ignores a repeated key, so one key means one email.
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
    expect(sent[0]).toMatchObject({
      id_documento: document.id_documento,
      to: ['rosa@gmail.com', 'inigo@ejemplo.ec'],
      as: 'attachment',
    })
    expect(sent[0]?.key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })

  it('reuses the idempotency key for a retry and changes it with the content', async () => {
    state()
    server.use(
      http.post(at('/api/v1/send_document_by_email/'), async ({ request }) => {
        sent.push((await request.json()) as { key: string })
        return problem(400, 'email_quota_exceeded')
      }),
    )
    open()
    await userEvent.type(await screen.findByLabelText(/^Para/), 'rosa@ejemplo.ec,')
    const button = screen.getByRole('button', { name: 'Enviar' })
    await userEvent.click(button)
    expect((await screen.findByRole('alert')).textContent).toBe('TítuloQué hacer.')
    await userEvent.click(button)
    await waitFor(() => expect(sent).toHaveLength(2))
    await userEvent.type(screen.getByLabelText(/^Mensaje/), 'Hola')
    await userEvent.click(button)
    await waitFor(() => expect(sent).toHaveLength(3))
    expect(sent[1]?.key).toBe(sent[0]?.key)
    expect(sent[2]?.key).not.toBe(sent[0]?.key)
  })

  it('focuses the first field, but none on phones', async () => {
    state()
    open()
    await waitFor(async () => expect(globalThis.document.activeElement).toBe(await screen.findByLabelText(/^Para/)))
    cleanup()
    const narrow = Object.assign(new EventTarget(), { matches: true }) as unknown as MediaQueryList
    vi.spyOn(window, 'matchMedia').mockReturnValue(narrow)
    open()
    const box = await screen.findByRole('dialog')
    await within(box).findByLabelText(/^Para/)
    await waitFor(() => expect(globalThis.document.activeElement).toBe(box))
  })

  it('asks to correct an invalid address and sends nothing', async () => {
    state()
    open()
    const button = await screen.findByRole('button', { name: 'Enviar' })
    await userEvent.click(button)
    expect(await screen.findByText('Escribe al menos un correo.')).toBeTruthy()
    await userEvent.type(screen.getByLabelText(/^Para/), 'rosa arroba,')
    await userEvent.click(button)
    expect(await screen.findByText('Corrige o quita los que están en rojo.')).toBeTruthy()
    expect(sent).toEqual([])
  })

  it('sends a link when the file is too large, and warns that the server cannot send email', async () => {
    state({ configured: false })
    open(9000)
    expect(await screen.findByText('El servidor aún no envía correos')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Ver correos guardados' }).getAttribute('href')).toBe('/correos')
    await userEvent.type(screen.getByLabelText(/^Para/), 'rosa@ejemplo.ec,')
    await userEvent.click(screen.getByRole('button', { name: 'Enviar' }))
    await waitFor(() => expect(sent[0]).toMatchObject({ as: 'link' }))
  })
})

describe('the panel with the emails of a document', () => {
  const show = (...emails: Email[]) => {
    state()
    server.use(http.get(at('/api/v1/list_email/:id/'), () => HttpResponse.json(emails)))
    draw(<EmailsPanel idDocumento={document.id_documento} onSend={() => {}} seesOutbox={false} />)
  }

  it.each([
    ['queued', 'En cola'],
    ['held', 'Retenido'],
    ['sent', 'Enviado'],
    ['failed', 'No salió'],
    ['cancelled', 'Descartado'],
  ] as const)('shows the status %s in words', async (status, words) => {
    show(emailOf(status))
    expect(await screen.findByText(words)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Reintentar' })).toBe(null)
  })

  it('retries a failed email with a corrected address', async () => {
    const bodies: unknown[] = []
    server.use(
      http.post(at('/api/v1/retry_email/:id/'), async ({ request }) => {
        bodies.push(await request.json())
        return HttpResponse.json(emailOf('queued'))
      }),
    )
    show(emailOf('failed', { reason: 'Esa dirección no existe.', server_reply: '550 5.1.1', actions: ['retry'] }))
    expect(await screen.findByText('Esa dirección no existe.')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Reintentar' }))
    await userEvent.click(screen.getByRole('button', { name: 'Quitar rosa@ejemplo.ec' }))
    await userEvent.type(screen.getByLabelText(/^Para/), 'rosa@ejemplo.com')
    await userEvent.click(screen.getByRole('button', { name: 'Volver a enviar' }))
    await waitFor(() => expect(bodies).toEqual([{ to: ['rosa@ejemplo.com'] }]))
  })

  it('says where to correct the address of an email to a user of the office', async () => {
    const message = 'Corrige su dirección en Usuarios y vuelve a enviarlo.'
    server.use(
      http.post(at('/api/v1/retry_email/:id/'), () =>
        problem(400, 'validation_failed', {
          detail: 'Revisa los campos señalados.',
          errors: [{ field: 'to', code: 'custom', message }],
        }),
      ),
    )
    show(emailOf('failed', { kind: 'invitation', actions: ['retry'] }))
    await userEvent.click(await screen.findByRole('button', { name: 'Reintentar' }))
    await userEvent.type(screen.getByLabelText(/^Para/), 'rosa@ejemplo.com')
    await userEvent.click(screen.getByRole('button', { name: 'Volver a enviar' }))
    expect(await screen.findByText(message)).toBeTruthy()
  })

  it('shows the time until the next attempt of a queued email', async () => {
    const next = new Date(Date.now() + 50_000).toISOString()
    const waits = { attempts: 1, reason: 'El servidor de correo no respondió.', next_attempt_at: next }
    show(emailOf('queued', waits))
    expect(await screen.findByText(/^1 intento · Vuelve a intentarse dentro de 1\smin/)).toBeTruthy()
  })

  it('shows per recipient who has a partly delivered email, and why others do not', async () => {
    const refused = 'El servidor de correo no acepta esa dirección.'
    show(
      emailOf('failed', {
        to: ['rosa@ejemplo.ec', 'inigo@ejemplo.ec'],
        cc: ['luis@ejemplo.ec'],
        recipients: [
          { address: 'rosa@ejemplo.ec', sent: true, reason: null, server_reply: null },
          { address: 'inigo@ejemplo.ec', sent: false, reason: refused, server_reply: '550 5.1.1 no such user' },
          { address: 'luis@ejemplo.ec', sent: true, reason: null, server_reply: null },
        ],
        reason: `inigo@ejemplo.ec: ${refused}`,
      }),
    )
    expect(await screen.findByText('Salió a 2 de 3')).toBeTruthy()
    const items = within(screen.getByRole('list', { name: 'Destinatarios' })).getAllByRole('listitem')
    expect(items.map((one) => one.textContent)).toEqual([
      'rosa@ejemplo.ec · Enviado',
      `inigo@ejemplo.ec · No salió${refused}El servidor de correo respondió:550 5.1.1 no such user`,
      'luis@ejemplo.ec · Enviado',
    ])
    expect(screen.queryByText('No salió')).toBe(null)
  })

  it('shows which recipients of a queued email already have it', async () => {
    const later = 'El servidor de correo pide intentarlo más tarde.'
    show(
      emailOf('queued', {
        recipients: [
          { address: 'rosa@ejemplo.ec', sent: true, reason: null, server_reply: null },
          { address: 'inigo@ejemplo.ec', sent: false, reason: later, server_reply: null },
        ],
        attempts: 1,
        reason: `inigo@ejemplo.ec: ${later}`,
        next_attempt_at: new Date(Date.now() + 50_000).toISOString(),
      }),
    )
    const items = within(await screen.findByRole('list', { name: 'Destinatarios' })).getAllByRole('listitem')
    expect(items.map((one) => one.textContent)).toEqual([
      'rosa@ejemplo.ec · Enviado',
      `inigo@ejemplo.ec · En cola${later}`,
    ])
    expect(screen.getByText(/Vuelve a intentarse dentro de 1\smin/)).toBeTruthy()
  })

  it('corrects a refused copy address, and says that recipients who have the email get no second one', async () => {
    const bodies: unknown[] = []
    server.use(
      http.post(at('/api/v1/retry_email/:id/'), async ({ request }) => {
        bodies.push(await request.json())
        return HttpResponse.json(emailOf('queued'))
      }),
    )
    show(
      emailOf('failed', {
        cc: ['luis@ejemplo.co'],
        recipients: [
          { address: 'rosa@ejemplo.ec', sent: true, reason: null, server_reply: null },
          { address: 'luis@ejemplo.co', sent: false, reason: 'No existe.', server_reply: null },
        ],
        reason: 'luis@ejemplo.co: No existe.',
        actions: ['retry'],
      }),
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Reintentar' }))
    expect(screen.getByText(/Quienes ya lo tienen no lo reciben otra vez/)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Quitar luis@ejemplo.co' }))
    await userEvent.type(screen.getByLabelText(/^Con copia/), 'luis@ejemplo.ec')
    await userEvent.click(screen.getByRole('button', { name: 'Volver a enviar' }))
    await waitFor(() => expect(bodies).toEqual([{ cc: ['luis@ejemplo.ec'] }]))
  })

  it('discards a queued email after confirmation', async () => {
    const cancelled = vi.fn<() => void>()
    server.use(
      http.post(at('/api/v1/cancel_email/:id/'), () => {
        cancelled()
        return HttpResponse.json(emailOf('cancelled'))
      }),
    )
    show(emailOf('held', { actions: ['cancel'] }))
    await userEvent.click(await screen.findByRole('button', { name: 'Descartar' }))
    expect(cancelled).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('button', { name: 'Sí, descartar' }))
    await waitFor(() => expect(cancelled).toHaveBeenCalledOnce())
  })
})

describe('the outbox', () => {
  const pages = (results: Email[], held: number) =>
    server.use(
      http.get(at('/api/v1/outbox/'), ({ request }) => {
        const before = new URL(request.url).searchParams.get('before')
        const more = before === null && results.length > 1
        return HttpResponse.json({
          results: before === null ? results.slice(0, 1) : results.slice(1),
          next: more ? 'older' : null,
          counts: { queued: 0, held, failed: 0 },
        })
      }),
    )

  it('loads older emails on demand', async () => {
    state()
    pages([emailOf('sent'), emailOf('sent', { id_envio: document.id_documento, subject: 'Otro' })], 0)
    draw(<OutboxPage mayConfigure={false} status={undefined} onStatus={() => {}} />)
    const table = await screen.findByRole('table', { name: 'Correos, el último primero' })
    expect(within(table).getAllByRole('row')).toHaveLength(2)
    const filters = screen.getByRole('radiogroup', { name: 'Estado' })
    expect(filters.textContent).toBe('TodosEn colaRetenidosNo salieronEnviadosDescartados')
    await userEvent.click(screen.getByRole('button', { name: 'Mostrar más antiguos' }))
    expect(await screen.findByText('Otro')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Mostrar más antiguos' })).toBe(null)
  })

  it('releases held emails after confirmation when email is configured', async () => {
    const released = vi.fn<() => void>()
    state({ held: 3 })
    pages([emailOf('held')], 3)
    server.use(
      http.post(at('/api/v1/release_outbox/'), () => {
        released()
        return HttpResponse.json({ released: 3 })
      }),
    )
    draw(<OutboxPage mayConfigure={false} status={undefined} onStatus={() => {}} />)
    await userEvent.click(await screen.findByRole('button', { name: 'Enviar los retenidos' }))
    const dialog = await screen.findByRole('dialog', { name: '¿Enviar 3 correos ahora?' })
    expect(released).not.toHaveBeenCalled()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Enviar ahora' }))
    await waitFor(() => expect(released).toHaveBeenCalledOnce())
  })

  it('explains the email setup and hides the release button while email is not configured', async () => {
    state({ configured: false, from: null, held: 1 })
    pages([emailOf('held')], 1)
    draw(<OutboxPage mayConfigure={false} status={undefined} onStatus={() => {}} />)
    expect(await screen.findByText('1 correo espera')).toBeTruthy()
    expect(screen.getByText('SMTP_URL')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Enviar los retenidos' })).toBe(null)
  })
})

describe('the content of an email', () => {
  const open = (extra: Partial<EmailDetails>) => {
    const details: EmailDetails = {
      ...emailOf('sent', { as: 'link' }),
      from: 'avisos@condorandino.ec',
      reply_to: null,
      text: 'Buenos días: aquí va su copia.',
      html: '<p>Buenos días: aquí va su copia.</p>',
      emptied_at: null,
      attachments: [],
      ...extra,
    }
    server.use(http.get(at(`/api/v1/details_email/${details.id_envio}/`), () => HttpResponse.json(details)))
    draw(<EmailDetailsModal id={details.id_envio} subject={details.subject} onClose={() => {}} />)
  }

  it('is shown as HTML or as plain text', async () => {
    open({})
    await userEvent.click(await screen.findByRole('radio', { name: 'Solo texto' }))
    expect(screen.getByText('Buenos días: aquí va su copia.')).toBeTruthy()
    expect(screen.queryByText('El texto de este correo ya no se guarda')).toBe(null)
  })

  it('says since when the content is no longer kept, and shows what remains', async () => {
    open({ text: '', html: '', emptied_at: '2026-06-20T17:00:00.000Z' })
    expect(await screen.findByText('El texto de este correo ya no se guarda')).toBeTruthy()
    expect(screen.getByText(/^Se eliminó el 20 jun 2026\..* siguen aquí\.$/)).toBeTruthy()
    expect(screen.getByText('rosa@ejemplo.ec')).toBeTruthy()
    expect(screen.queryByRole('radio', { name: 'Solo texto' })).toBe(null)
    expect(screen.queryByTitle('Cómo se ve el correo')).toBe(null)
    expect(screen.queryByText(/El enlace al documento se pone al salir/)).toBe(null)
  })
})

it('email HTML is rendered without active content and with its styles separated', () => {
  const { html, css } = prepareHtml(
    '<head><style>p { color: red }</style><base href="https://x.ec"></head><body style="margin:0" onload="a()">' +
      '<script>a()</script><form><input></form><a href="https://x.ec" style=\'color:red\'>ver</a><p>style=1</p></body>',
  )
  expect(css).toBe('p { color: red }')
  expect(html).not.toMatch(/<script|<form|<base|onload|<style|href|\sstyle=/)
  expect(html).toContain('data-style="margin:0"')
  expect(html).toContain('<p>style=1</p>')
})
