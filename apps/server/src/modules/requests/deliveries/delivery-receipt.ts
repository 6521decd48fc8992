import { tellTime } from '@foja/mail/times'
import type { Ctx } from '../../../context.ts'
import { draft, styles } from '../../../lib/print/blocks.ts'
import { printable } from '../../../lib/print/printable.ts'
import { Sheet } from '../../../lib/print/sheet.ts'
import { writePdf } from '../../../lib/print/write-pdf.ts'
import { localeOf, type Locale } from '../../../texts/locale.ts'
import { messageZone } from '../../outbox/public.ts'
import { requireRecipient } from '../require-recipient.ts'
import { findFiles, findRequirements, type FileRow } from './requirements.queries.ts'

const words = {
  es: {
    title: 'Constancia de entrega',
    request: 'Pedido',
    by: 'Entregado por',
    to: 'Pedido por',
    issued: 'Emitida',
    delivered: 'Entregado',
    size: 'Tamaño',
    returned: (at: string) => `Devuelto para corregir: ${at}`,
    accepted: 'Aceptado por la oficina',
    bytes: (size: number) => `${size.toLocaleString('es')} bytes`,
    end: 'El SHA-256 identifica el contenido exacto de cada archivo: si el archivo cambia, cambia también.',
    page: (page: number, pages: number) => `Página ${page} de ${pages}`,
  },
  en: {
    title: 'Delivery receipt',
    request: 'Request',
    by: 'Delivered by',
    to: 'Requested by',
    issued: 'Issued',
    delivered: 'Delivered',
    size: 'Size',
    returned: (at: string) => `Returned for correction: ${at}`,
    accepted: 'Accepted by the office',
    bytes: (size: number) => `${size.toLocaleString('en')} bytes`,
    end: 'The SHA-256 identifies the exact content of each file: if the file changes, so does it.',
    page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  },
} as const satisfies Record<Locale, unknown>

/**
 * The receipt of a recipient as a PDF: every file that they delivered, those that were returned too, with its time and
 * SHA-256.
 * @throws ProblemError not_found
 */
export async function drawReceipt(ctx: Ctx<null>, token: string): Promise<{ pdf: Buffer; filename: string }> {
  const { recipient, request } = await requireRecipient(ctx, token, 'documentos')
  const locale = localeOf(recipient.locale)
  const texts = words[locale]
  const zone = messageZone(ctx.timeZone, ctx.browserZone)
  const time = (at: Date) => tellTime(at, locale, zone)
  const requirements = await findRequirements(ctx.db, [recipient.id])
  const files = await findFiles(
    ctx.db,
    requirements.map(({ id }) => id),
  )
  const sheet = new Sheet()
  const { heading, paragraph, facts, subheading } = draft({ sheet })
  sheet.text(printable(request.company_nombre), styles.letterhead)
  sheet.space(7)
  sheet.rule({ thickness: 1.2, gray: 0 })
  sheet.space(16)
  sheet.text(printable(texts.title), styles.title)
  sheet.space(8)
  const now = ctx.clock()
  facts([
    { label: texts.request, value: request.titulo },
    { label: texts.by, value: `${recipient.nombre} (${recipient.email})` },
    { label: texts.to, value: `${request.author_nombre}, ${request.company_nombre}` },
    { label: texts.issued, value: time(now) },
  ])
  const state = (file: FileRow) => {
    if (file.returned_at !== null) return [{ label: '', value: texts.returned(time(file.returned_at)) }]
    return file.id_documento === null ? [] : [{ label: '', value: texts.accepted }]
  }
  for (const { id, nombre } of requirements) {
    const own = files.filter(({ id_requirement }) => id_requirement === id)
    if (own.length === 0) continue
    heading(nombre, 60)
    for (const file of own) {
      sheet.keep(60)
      subheading(file.nombre)
      facts([
        { label: texts.delivered, value: time(file.delivered_at) },
        { label: texts.size, value: texts.bytes(file.size) },
        { label: 'SHA-256', value: file.sha256 },
        ...state(file),
      ])
      sheet.space(6)
    }
  }
  sheet.space(10)
  paragraph(texts.end, styles.label)
  for (const [at, page] of sheet.pages.entries()) {
    sheet.foot(page, printable(request.id), printable(texts.page(at + 1, sheet.pages.length)), styles.small)
  }
  const pdf = await writePdf(sheet.pages, {
    title: `${texts.title}: ${request.titulo}`,
    author: request.company_nombre,
    language: locale,
    createdAt: now,
    utcOffsetMinutes: 0,
  })
  return { pdf, filename: `${texts.title}.pdf` }
}
