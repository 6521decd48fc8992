import { beforeEach, expect, it } from 'vitest'
import { browserHistory } from './history.ts'

beforeEach(() => window.history.replaceState(null, '', '/solicitudes?page=2'))

it('names the first page of a visit, and keeps that name when the page is loaded again', () => {
  const { key, pathname, search } = browserHistory().read()
  expect(key).not.toBe('')
  expect(`${pathname}${search}`).toBe('/solicitudes?page=2')
  expect(browserHistory().read().key).toBe(key)
  window.history.replaceState(null, '', '/agenda')
  expect(browserHistory().read().key).not.toBe(key)
})

it('knows whether there is something to go back to', () => {
  const history = browserHistory()
  expect(history.canGoBack()).toBe(false)
  history.write('/agenda', 'push')
  expect(history.canGoBack()).toBe(true)
})
