import { renderHook } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import type { SignDraft } from './sign-draft.ts'
import { useOnlyField } from './components/sign-panel.tsx'

const position = { page: 1, x: 72, y: 472, width: 200, height: 70 }
const mine = { name: 'firma', position }
const theirs = { name: 'firma_2', position: null }

const chosen = (draft: Pick<SignDraft, 'field' | 'fieldAt'>, fields: (typeof mine | typeof theirs)[] | undefined) => {
  const change = vi.fn()
  renderHook(() => useOnlyField({ draft, change }, fields))
  return change.mock.calls.flat()
}

describe('the default signature field', () => {
  it('is the only waiting field', () => {
    expect(chosen({ field: null }, [mine])).toEqual([{ field: 'firma', fieldAt: position }])
  })

  it('is left to the user if there are several or they are still loading', () => {
    expect(chosen({ field: null }, [mine, theirs])).toEqual([])
    expect(chosen({ field: null }, [])).toEqual([])
    expect(chosen({ field: null }, undefined)).toEqual([])
  })

  it('is not applied again after the user has chosen another position', () => {
    expect(chosen({ field: null, fieldAt: null }, [mine])).toEqual([])
    expect(chosen({ field: 'otra', fieldAt: null }, [mine])).toEqual([])
  })
})
