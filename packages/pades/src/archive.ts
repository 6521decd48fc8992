import { embedTail } from './embed.ts'
import { PadesError } from './errors.ts'
import type { Fetcher } from './net/fetcher.ts'
import { requestTimestamp } from './net/tsa-client.ts'
import type { TimestampAuthority } from './net/tsa-client.ts'
import { declareExtension } from './pdf/dss.ts'
import { fieldsOf } from './pdf/fields.ts'
import type { PdfField } from './pdf/fields.ts'
import { readPdf } from './pdf/file.ts'
import { findPage } from './pdf/pages.ts'
import { reserveContents, seal } from './pdf/reserved-contents.ts'
import type { Reserved } from './pdf/reserved-contents.ts'
import { RevisionWriter } from './pdf/revision-writer.ts'
import { addField } from './pdf/signature-field.ts'
import type { TimestampToken } from './tsp/token.ts'

/** Room for a token with its certificates; real ones have 4 to 9 KB. */
export const timestampRoom = 16 * 1024

const hash = 'sha256'

/** The bytes to append, with the new field and its token. */
export type DocumentTimestamp = { tail: Uint8Array; fieldName: string; token: TimestampToken }

function freeName(fields: readonly PdfField[]): string {
  const used = new Set(fields.map(({ name }) => name.split('.')[0]))
  let index = 1
  while (used.has(`DocTimeStamp${index}`)) index++
  return `DocTimeStamp${index}`
}

/** A revision with an invisible field and an empty document timestamp (ETSI EN 319 142-1 §5.4.3, ISO 32000-2 §12.8.5). */
function reserveTimestamp(pdf: Uint8Array, contentsSize: number): Reserved & { fieldName: string } {
  const file = readPdf(pdf)
  const fieldName = freeName(fieldsOf(file))
  const writer = new RevisionWriter(file)
  const timestamp = writer.allocate()
  const field = { name: fieldName, label: 'Sello de tiempo', page: findPage(file, 1), rect: null, stamp: null }
  addField(writer, { ...field, signature: timestamp })
  const body = reserveContents(
    '/Type /DocTimeStamp /Filter /Adobe.PPKLite /SubFilter /ETSI.RFC3161',
    contentsSize,
    '/V 0',
  )
  writer.add(body.text, timestamp)
  declareExtension(writer)
  return { fieldName, ...seal(pdf, writer.finish(), timestamp, body, { contentsSize, hash }) }
}

/**
 * Appends a document timestamp over the whole file (PAdES B-LTA), also to a document certified with DocMDP 1 (ISO
 * 32000-2 §12.8.2.2, table 257). Retries with more room when the token is too large.
 *
 * @throws PadesError 'timestamp_failed' (see `requestTimestamp`), 'placeholder_too_small', and those of `readPdf`.
 */
export async function documentTimestamp(
  pdf: Uint8Array,
  services: { tsa: TimestampAuthority | null; fetcher: Fetcher },
  room = timestampRoom,
): Promise<DocumentTimestamp> {
  const reserved = reserveTimestamp(pdf, room)
  const token = await requestTimestamp({ digest: reserved.digest, hash }, services.tsa, services.fetcher)
  if (token.der.length > room) {
    if (room > timestampRoom)
      throw new PadesError('placeholder_too_small', { reserved: room, needed: token.der.length })
    return documentTimestamp(pdf, services, token.der.length + timestampRoom)
  }
  return { tail: embedTail(reserved, token.der), fieldName: reserved.fieldName, token }
}
