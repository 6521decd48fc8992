import { sharePasswordLength } from '@foja/contracts/constants'
import type { Share } from '@foja/contracts/shares'
import type { NewShare } from './api/shares.ts'

export const expiries = ['1', '7', '30', '90', 'date', 'never'] as const
type Expiry = (typeof expiries)[number]

/** The form values as typed. */
export type ShareForm = { expiry: Expiry; date: string; password: string; maxViews: string; download: boolean }

export const emptyForm: ShareForm = { expiry: '30', date: '', password: '', maxViews: '', download: true }

/** The fields that can be invalid. */
export type ShareProblem = 'passwordShort' | 'lastDayMissing' | 'lastDayPast' | 'maxViewsWrong'

const day = 24 * 60 * 60 * 1000

/** The end of a day (`2026-11-30`) in the user's time zone; null for an invalid day. */
function endOfDay(date: string): Date | null {
  const [year, month, dayOfMonth] = date.split('-').map(Number)
  if (year === undefined || month === undefined || dayOfMonth === undefined) return null
  const end = new Date(year, month - 1, dayOfMonth, 23, 59, 59)
  return Number.isNaN(end.getTime()) ? null : end
}

/** When the link expires; null for never. */
function endOf({ expiry, date }: ShareForm, now: number): Date | null {
  if (expiry === 'never') return null
  return expiry === 'date' ? endOfDay(date) : new Date(now + Number(expiry) * day)
}

/** Validates each field with the limits of the contract. */
export function checkForm(
  form: ShareForm,
  now = Date.now(),
): Partial<Record<'date' | 'password' | 'maxViews', ShareProblem>> {
  const found: Partial<Record<'date' | 'password' | 'maxViews', ShareProblem>> = {}
  const views = Number(form.maxViews)
  if (form.password !== '' && form.password.length < sharePasswordLength) found.password = 'passwordShort'
  if (form.maxViews.trim() !== '' && !(Number.isInteger(views) && views >= 1 && views <= 10_000)) {
    found.maxViews = 'maxViewsWrong'
  }
  if (form.expiry === 'date') {
    const end = endOfDay(form.date)
    if (form.date === '' || end === null) found.date = 'lastDayMissing'
    else if (end.getTime() <= now) found.date = 'lastDayPast'
  }
  return found
}

/** The request body without its idempotency key. */
export function bodyOf(idDocumento: string, form: ShareForm, now = Date.now()): Omit<NewShare, 'key'> {
  const end = endOf(form, now)
  return {
    id_documento: idDocumento,
    allow_download: form.download,
    expires_at: end?.toISOString() ?? null,
    ...(form.password === '' ? {} : { password: form.password }),
    ...(form.maxViews.trim() === '' ? {} : { max_views: Number(form.maxViews) }),
  }
}

export type ShareState = 'active' | 'expired' | 'usedUp' | 'revoked'

/** The current state of a link. */
export function stateOf(share: Share, now = Date.now()): ShareState {
  if (share.revoked_at !== null) return 'revoked'
  if (share.expires_at !== null && Date.parse(share.expires_at) <= now) return 'expired'
  return share.max_views !== null && share.views >= share.max_views ? 'usedUp' : 'active'
}
