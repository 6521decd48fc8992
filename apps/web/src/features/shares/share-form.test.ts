import type { Share } from '@foja/contracts/shares'
import { describe, expect, it } from 'vitest'
import { bodyOf, checkForm, emptyForm, stateOf, type ShareForm } from './share-form.ts'

const id = '33333333-3333-4333-8333-333333333333'
const now = new Date(2026, 10, 20, 12, 0, 0).getTime()
const form = (part: Partial<ShareForm>): ShareForm => ({ ...emptyForm, ...part })

describe('the request body of a new share link', () => {
  it.each<[Partial<ShareForm>, object]>([
    [{}, { id_documento: id, allow_download: true, expires_at: new Date(now + 30 * 86_400_000).toISOString() }],
    [
      { expiry: 'never', download: false },
      { id_documento: id, allow_download: false, expires_at: null },
    ],
    [
      { expiry: 'never', password: 'abcdefgh', maxViews: ' 3 ' },
      { id_documento: id, allow_download: true, expires_at: null, password: 'abcdefgh', max_views: 3 },
    ],
    [
      { expiry: 'date', date: '2026-11-30' },
      { id_documento: id, allow_download: true, expires_at: new Date(2026, 10, 30, 23, 59, 59).toISOString() },
    ],
  ])('for %j', (part, expected) => expect(bodyOf(id, form(part), now)).toEqual(expected))
})

describe('validation of the share form', () => {
  it.each<[Partial<ShareForm>, object]>([
    [{}, {}],
    [{ password: 'abcdefg' }, { password: 'passwordShort' }],
    [{ password: 'abcdefgh' }, {}],
    [{ maxViews: '0' }, { maxViews: 'maxViewsWrong' }],
    [{ maxViews: '2.5' }, { maxViews: 'maxViewsWrong' }],
    [{ maxViews: '10001' }, { maxViews: 'maxViewsWrong' }],
    [{ maxViews: '10000' }, {}],
    [{ expiry: 'date' }, { date: 'lastDayMissing' }],
    [{ expiry: 'date', date: '2026-11-19' }, { date: 'lastDayPast' }],
    [{ expiry: 'date', date: '2026-11-20' }, {}],
  ])('of %j', (part, expected) => expect(checkForm(form(part), now)).toEqual(expected))
})

describe('the state of a share link', () => {
  const share = (part: Partial<Share>): Share => ({
    id,
    id_documento: id,
    expires_at: null,
    has_password: false,
    max_views: null,
    allow_download: true,
    views: 5,
    last_view_at: null,
    revoked_at: null,
    created_at: new Date(now).toISOString(),
    ...part,
  })
  const earlier = new Date(now - 1).toISOString()
  it.each<[Partial<Share>, string]>([
    [{}, 'active'],
    [{ max_views: 6 }, 'active'],
    [{ max_views: 5 }, 'usedUp'],
    [{ expires_at: earlier, max_views: 5 }, 'expired'],
    [{ expires_at: earlier, revoked_at: earlier }, 'revoked'],
  ])('%j is %s', (part, expected) => expect(stateOf(share(part), now)).toBe(expected))
})
