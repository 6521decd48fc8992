import type { Position } from '@foja/contracts/common'
import type { AppearanceKind, Level } from '@foja/contracts/signing'
import type { Placed } from './use-placement.ts'

/**
 * Where the key is: kept by Foja, in a file that is opened in this browser and stays there, or in a file that travels
 * with the request and is kept nowhere.
 */
export const keySources = ['stored', 'browser', 'once'] as const
export type KeySource = (typeof keySources)[number]

/** What a signature looks like and says, as the person is making it up; no secrets. */
export type SignDraft = {
  source: KeySource
  /** null: as the company signs. */
  appearance: AppearanceKind | null
  level: Level | null
  everyPage: boolean | null
  reason: string
  location: string
  /** 0: does not certify. */
  certify: 0 | 1 | 2 | 3
  /** An empty field of the document, which has its place already. */
  field: string | null
  /** Where that field stands, for the page to show it; undefined as long as nobody chose one or none. */
  fieldAt?: Position | null | undefined
  placed: Placed | null
  sha256: string
}

export const emptyDraft = (sha256: string): SignDraft => ({
  source: 'stored',
  appearance: null,
  level: null,
  everyPage: null,
  reason: '',
  location: '',
  certify: 0,
  field: null,
  placed: null,
  sha256,
})

/** What the company's settings put in the place of what the person left open. */
export type SignDefaults = { appearance: AppearanceKind; level: Level; everyPage: boolean }

export const plainDefaults: SignDefaults = { appearance: 'qr', level: 'B-B', everyPage: false }

/** Whether the person has to say where the stamp goes: not for what has a place of its own, or none. */
export const needsPlace = (appearance: AppearanceKind, field: string | null): boolean =>
  field === null && appearance !== 'invisible' && appearance !== 'margin'

/** What stands for what the person left open; without an image of their signature nothing is drawn with one. */
export function chooseDefaults(draft: SignDraft, company: SignDefaults, hasImage: boolean): SignDefaults {
  const appearance = draft.appearance ?? company.appearance
  return {
    appearance: appearance === 'image' && !hasImage ? 'qr' : appearance,
    level: draft.level ?? company.level,
    everyPage: draft.everyPage ?? company.everyPage,
  }
}

/**
 * The look of a signature as the calls take it. Only a `first` signature may certify, or draw on other pages; the
 * company's custom would fill in for a `repeat` that is left out.
 */
export function lookOf(
  draft: SignDraft,
  { appearance, level, everyPage }: SignDefaults,
  language: 'es' | 'en',
  first: boolean,
) {
  const { placed, field } = draft
  const repeats = first && everyPage && appearance !== 'invisible' && field === null
  return {
    appearance,
    level,
    ...(field === null ? {} : { field }),
    ...(placed === null || !needsPlace(appearance, field) ? {} : { position: { page: placed.page, ...placed.rect } }),
    repeat: repeats ? ('every_page' as const) : ('once' as const),
    ...(draft.certify === 0 || !first ? {} : { certify: draft.certify }),
    // The stamp writes the time as the signer's clock shows it, in the signer's words.
    utc_offset: -new Date().getTimezoneOffset(),
    language,
    ...(draft.reason.trim() === '' ? {} : { reason: draft.reason.trim() }),
    ...(draft.location.trim() === '' ? {} : { location: draft.location.trim() }),
  }
}
export type Look = ReturnType<typeof lookOf>
