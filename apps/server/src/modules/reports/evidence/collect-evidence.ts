import { can, type Actor } from '@foja/contracts/policies'
import type { Verification } from '@foja/contracts/verification'
import { chainOf, type ChainVerdict, type EventRow } from '@foja/db/events'
import { printLogo, type PrintedLogo } from '@foja/pdf/logo'
import type { Ctx } from '../../../context.ts'
import type { Reader } from '../../../texts/locale.ts'
import { readLogo } from '../../identity/public.ts'
import { readTrail, asResource, versionsOf, type DocumentRow, type VersionRow } from '../../documents/public.ts'
import { verifyIfReadable, type Verdicts } from '../../verification-core/public.ts'
import { findAsked, findCodes, findLetterhead, findNames, type AskedRow } from './evidence.queries.ts'
import { logoBox } from '../../../lib/print/sheet.ts'

/** The content of a document's evidence report. */
export type Evidence = {
  document: DocumentRow
  company: Awaited<ReturnType<typeof findLetterhead>>
  /** The company's logo at print resolution; null without a logo. */
  logo: PrintedLogo | null
  /** Oldest first. */
  versions: VersionRow[]
  /** Verification codes by version. */
  codes: Map<number, string>
  /** The signatures of the newest version; null when they cannot be verified. */
  verification: Verification | null
  /** Who was asked for it; empty for readers of the document alone. */
  asked: AskedRow[]
  /** Oldest first. `hidden`: number of events of the case file that the reader may not see. */
  events: EventRow[]
  hidden: number
  /** Number of older events left out of a long history. */
  omitted: number
  /** True if the reader may see IP addresses. */
  addresses: boolean
  chain: ChainVerdict
  /** Names of the documents mentioned in events. */
  names: Map<string, string>
  /** The case file's title, if the reader may see it. */
  titulo: string | null
}

/** Pixels of a logo: three per point of its box. */
const logoPixels = { width: logoBox.width * 3, height: logoBox.height * 3 }

/** Limit of printed events; the chain is verified over all of them. */
const mostEvents = 5000

/** False for users with whom only the document is shared. */
function mayReadCase(actor: Actor, document: DocumentRow): boolean {
  return can('solicitud.read', actor, { id_company: document.id_company, created_by: document.main_created_by })
}

/** Collects the evidence of a document that the caller may read. */
export async function collectEvidence(
  ctx: Ctx & { verdicts: Verdicts },
  document: DocumentRow,
  reader: Reader,
): Promise<Evidence> {
  const { db, actor } = ctx
  const { id_documento: id, id_solicitud_main: main } = document
  const verification = await verifyIfReadable(ctx, document, reader)
  const whole = main === null || mayReadCase(actor, document)
  const { events, counted, verdict } = await readTrail(db, {
    chain: chainOf({ id_solicitud_main: main, id_documento: id }),
    most: mostEvents,
    ...(whole ? {} : { wanted: (row) => row.id_documento === id }),
  })
  const codes = await findCodes(db, id)
  const others = [...new Set(events.flatMap((event) => event.id_documento ?? []))]
  const company = await findLetterhead(db, document.id_company)
  const png = await readLogo(ctx, company?.logo_key ?? null)
  return {
    document,
    company,
    logo: png === null ? null : await printLogo(png, logoPixels),
    versions: (await versionsOf(db, id)).toReversed(),
    codes: new Map(codes.toReversed().map(({ version, code }) => [version, code])),
    verification,
    asked: whole ? await findAsked(db, id) : [],
    events,
    hidden: verdict.events - counted,
    omitted: counted - events.length,
    addresses: can('document.addresses', actor, asResource(document)),
    chain: verdict,
    names: await findNames(db, others),
    titulo: whole ? document.titulo : null,
  }
}
