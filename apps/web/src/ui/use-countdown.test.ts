import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { Failure } from '../lib/api/failure.ts'
import { clockOf, useCountdown, useWait } from './use-countdown.ts'

afterEach(() => void vi.useRealTimers())

it('the countdown goes from the wait to 0', () => {
  vi.useFakeTimers()
  const until = Date.now() + 61_500
  const { result } = renderHook(() => useCountdown(until))
  expect(clockOf(result.current)).toBe('1:02')
  act(() => void vi.advanceTimersByTime(2000))
  expect(clockOf(result.current)).toBe('1:00')
  act(() => void vi.advanceTimersByTime(60_000))
  expect(result.current).toBe(0)
})

it('only the button that was loading when the call failed has to wait', () => {
  vi.useFakeTimers()
  const failure = { id: 1, until: Date.now() + 5000 } as Failure
  const initialProps: { loading: boolean; failure: Failure | null } = { loading: true, failure: null }
  const mine = renderHook((props) => useWait(props.loading, props.failure), { initialProps })
  const other = renderHook(() => useWait(false, failure))
  mine.rerender({ loading: true, failure })
  expect(mine.result.current).toBe(0)
  mine.rerender({ loading: false, failure })
  expect(mine.result.current).toBe(5)
  expect(other.result.current).toBe(0)
})
