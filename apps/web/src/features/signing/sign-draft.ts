import type { Position } from '@foja/contracts/common'
import type { AppearanceKind, Level } from '@foja/contracts/constants'
import type { Placed } from './use-placement.ts'

/**
 * Where the key is: stored by Foja, in a file that is opened in this browser and stays there, or in a file that is sent
 * with the request and not stored.
 */
export const keySources = ['stored', 'browser', 'once'] as const
export type KeySource = (typeof keySources)[number]

/** Appearance and content of a signature being prepared; no secrets. */
export type SignDraft = {
  source: KeySource
  /** null: the company's setting. */
  appearance: AppearanceKind | null
  level: Level | null
  everyPage: boolean | null
  reason: string
  location: string
  /** 0: does not certify. */
  certify: 0 | 1 | 2 | 3
  /** An empty signature field of the document, which has its own position. */
  field: string | null
  /** Position of that field, to show it on the page; undefined until the user has chosen a field or none. */
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

/** Settings of the company for what the user left open. */
export type SignDefaults = { appearance: AppearanceKind; level: Level; everyPage: boolean }

export const plainDefaults: SignDefaults = { appearance: 'qr', level: 'B-B', everyPage: false }

/** True if the user must place the stamp: not for a field or an invisible signature. */
export const needsPlace = (appearance: AppearanceKind, field: string | null): boolean =>
  field === null && appearance !== 'invisible' && appearance !== 'margin'

/** Fills in what the user left open; without an image the image appearance is not used. */
export function chooseDefaults(draft: SignDraft, company: SignDefaults, hasImage: boolean): SignDefaults {
  const appearance = draft.appearance ?? company.appearance
  return {
    appearance: appearance === 'image' && !hasImage ? 'qr' : appearance,
    level: draft.level ?? company.level,
    everyPage: draft.everyPage ?? company.everyPage,
  }
}

/**
 * The appearance for the API calls. Only a `first` signature may certify or be drawn on other pages. `repeat` is always
 * sent, because the server would replace a missing one with the company's setting.
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
    // The stamp shows the time and texts of the signer's time zone and language.
    utc_offset: -new Date().getTimezoneOffset(),
    language,
    ...(draft.reason.trim() === '' ? {} : { reason: draft.reason.trim() }),
    ...(draft.location.trim() === '' ? {} : { location: draft.location.trim() }),
  }
}
export type Look = ReturnType<typeof lookOf>
