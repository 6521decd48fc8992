import { beforeEach, describe, expect, it } from 'vitest'
import { toAddress } from '../../lib/router/address-values.ts'
import { rememberedSize, rememberSize } from '../../shared/paged-list.tsx'
import { queryOf } from './api/solicitudes.ts'
import { chipsOf, readListSearch, without, withoutFilters } from './list-search.ts'

const person = '11111111-1111-4111-8111-111111111111'
const set = (search: object) => Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))

describe('list filters in the address', () => {
  const full = {
    page: 3,
    q: 'Íñiguez',
    status: 'agendado',
    desde: '2026-09-01',
    hasta: '2026-11-30',
    mediacion: 'sin_acuerdo',
    asignado_a: person,
    id_company: person,
    vencidas: '1',
    sin_fecha: '1',
    sin_asignar: '1',
    ordering: 'titulo',
    size: 50,
  } as const

  it('survive a round trip', () => {
    expect(readListSearch(toAddress(full))).toEqual(full)
  })

  it('ignore invalid values', () => {
    const odd = {
      page: '0',
      size: '1000',
      status: 'otro',
      desde: '1-1-2026',
      asignado_a: "x' or 1",
      vencidas: 'si',
      ordering: 'id',
      otro: '1',
    }
    expect(set(readListSearch(odd))).toEqual({})
    expect(readListSearch({ q: 'a'.repeat(500) }).q).toHaveLength(200)
  })

  it('leave out what the API does not take', () => {
    const { page: _page, ...filters } = full
    const query = queryOf(filters)
    expect(query.get('mediacion')).toBe('sin_acuerdo')
    expect([query.has('size'), query.has('page')]).toEqual([false, false])
  })

  it('are shown as removable chips, with both dates as one', () => {
    expect(chipsOf(full)).toEqual([
      'dates',
      'mediacion',
      'asignado_a',
      'id_company',
      'vencidas',
      'sin_fecha',
      'sin_asignar',
    ])
    expect(chipsOf({ ...full, ...without('dates'), ...without('vencidas') })).not.toContain('dates')
    expect(set({ ...full, ...withoutFilters })).toEqual({ page: 3, ordering: 'titulo', size: 50 })
  })
})

describe('the page size of the list', () => {
  beforeEach(() => localStorage.clear())
  it('is remembered, and ten by default', () => {
    expect(rememberedSize()).toBe(10)
    rememberSize(50)
    expect(rememberedSize()).toBe(50)
    localStorage.setItem('foja-page-size', 'mil')
    expect(rememberedSize()).toBe(10)
  })
})
