import { describe, expect, it, vi } from 'vitest'
import { hrefOf, memoryHistory } from './history.ts'
import { createRouter, matchPath, Redirect, writeSearch, type Route } from './navigation.ts'

const PageA = () => null
const PageB = () => null
const Missing = () => null

const route = (path: string, Page: () => null, extra: Partial<Route> = {}): Route => ({
  path,
  read: (raw) => raw as Record<string, string>,
  load: async () => Page,
  ...extra,
})

const open = async (routes: readonly Route[], first = '/a') => {
  const history = memoryHistory(first)
  const router = createRouter(routes, async () => Missing, history)
  const stop = router.start()
  await vi.waitFor(() => expect(router.read().shown ?? router.read().error).toBeDefined())
  return { history, router, stop }
}

describe('a path', () => {
  it('fits part by part, and gives what stands for its names', () => {
    expect(matchPath('/documentos/$id', '/documentos/a%20b')).toEqual({ id: 'a b' })
    expect(matchPath('/documentos/$id', '/documentos/a/b')).toBe(undefined)
    expect(matchPath('/documentos/$id', '/documentos/')).toBe(undefined)
    expect(matchPath('/', '/')).toEqual({})
    expect(matchPath('/x/$id', '/x/%E0%A4%A')).toBe(undefined)
  })
})

describe('a search', () => {
  it('is plain text without what is empty', () => {
    expect(writeSearch({ page: 2, q: 'año', none: undefined, empty: '' })).toBe('?page=2&q=a%C3%B1o')
    expect(writeSearch({})).toBe('')
  })
})

describe('the router', () => {
  it('draws the first page that fits, or the one for what is missing', async () => {
    const { router } = await open([route('/a', PageA), route('/$any', PageB)])
    expect(router.read().shown?.Page).toBe(PageA)
    await router.navigate({ href: '/c' })
    expect(router.read().shown).toMatchObject({ Page: PageB, params: { any: 'c' } })
    await router.navigate({ href: '/c/d' })
    expect(router.read().shown?.Page).toBe(Missing)
  })

  it('stays where it was when the person goes back while the next page is on its way', async () => {
    let bring: (page: () => null) => void = () => {}
    const slow = route('/b', PageB, { load: () => new Promise((resolve) => (bring = resolve)) })
    const { router, history } = await open([route('/a', PageA), slow])
    const going = router.navigate({ href: '/b' })
    history.back()
    await vi.waitFor(() => expect(hrefOf(history.read())).toBe('/a'))
    bring(PageB)
    await going
    expect(hrefOf(router.read().place)).toBe('/a')
    expect(router.read().shown?.Page).toBe(PageA)
  })

  it('changes the address at once, and the page when its code has come', async () => {
    let bring: (page: () => null) => void = () => {}
    const slow = route('/b', PageB, { load: () => new Promise((resolve) => (bring = resolve)) })
    const { router, history } = await open([route('/a', PageA), slow])
    const going = router.navigate({ href: '/b' })
    expect(hrefOf(history.read())).toBe('/b')
    expect(router.read().shown?.Page).toBe(PageA)
    await vi.waitFor(() => expect(router.read().waiting).toBe(true))
    bring(PageB)
    await going
    expect(router.read()).toMatchObject({ waiting: false, shown: { Page: PageB } })
  })

  it('does not bring a page that nobody waits for any more', async () => {
    let bring: (page: () => null) => void = () => {}
    const slow = route('/b', PageB, { load: () => new Promise((resolve) => (bring = resolve)) })
    const { router } = await open([route('/a', PageA), slow])
    const going = router.navigate({ href: '/b' })
    await router.navigate({ href: '/a' })
    bring(PageB)
    await going
    expect(router.read().shown?.Page).toBe(PageA)
  })

  it('is led elsewhere by a guard without an entry in the history, and never in circles', async () => {
    const guard = async () => {
      throw new Redirect('/a')
    }
    const { router, history } = await open([route('/a', PageA), route('/b', PageB, { guard })])
    await router.navigate({ href: '/b' })
    expect(hrefOf(history.read())).toBe('/a')
    history.back()
    await vi.waitFor(() => expect(hrefOf(router.read().place)).toBe('/a'))
    expect(history.canGoBack()).toBe(false)
    const { router: circle } = await open([
      route('/a', PageA, {
        guard: async () => {
          throw new Redirect('/b')
        },
      }),
      route('/b', PageB, { guard }),
    ])
    expect(circle.read().error).toBeInstanceOf(Redirect)
  })

  it('changes the search from what the page has read, in place where it is told so', async () => {
    const { router, history } = await open([route('/a', PageA)], '/a?q=x&page=3')
    await router.navigate({ search: (before) => ({ ...before, page: undefined }), replace: true })
    expect(hrefOf(history.read())).toBe('/a?q=x')
    expect(history.canGoBack()).toBe(false)
  })

  it('says why a page did not come, and brings it when it is tried again', async () => {
    let fails = true
    const load = async () => {
      if (fails) throw new Error('offline')
      return PageB
    }
    const { router } = await open([route('/a', PageA), route('/b', PageB, { load })])
    await router.navigate({ href: '/b' })
    expect(router.read().error).toMatchObject({ message: 'offline' })
    fails = false
    await router.retry()
    expect(router.read()).toMatchObject({ error: undefined, shown: { Page: PageB } })
  })

  it('asks before a page is left that holds on, and asks no more once it lets go', async () => {
    const { router, history } = await open([route('/a', PageA), route('/b', PageB)])
    const asked: string[] = []
    let answer = false
    const letGo = router.hold((href) => {
      asked.push(href)
      return answer
    })
    await router.navigate({ href: '/b?x=1' })
    expect(router.read().shown?.Page).toBe(PageA)
    expect(hrefOf(history.read())).toBe('/a')
    await router.navigate({ href: '/a?y=2' })
    expect(asked).toEqual(['/b?x=1'])
    answer = true
    await router.navigate({ href: '/b' })
    expect(router.read().shown?.Page).toBe(PageB)
    letGo()
    await router.navigate({ href: '/a' })
    expect(asked).toEqual(['/b?x=1', '/b'])
  })

  it('asks when the person goes back too: the page and its address stay, or both go', async () => {
    const { router, history } = await open([route('/a', PageA), route('/b', PageB)])
    await router.navigate({ href: '/b' })
    let answer = (_leave: boolean) => {}
    router.hold(
      () =>
        new Promise((resolve) => {
          answer = resolve
        }),
    )
    history.back()
    expect(hrefOf(history.read())).toBe('/b')
    answer(false)
    history.back()
    answer(true)
    await vi.waitFor(() => expect(router.read().shown?.Page).toBe(PageA))
    expect(hrefOf(history.read())).toBe('/a')
  })

  it('closes what lies over the page when the person goes back, and stays where it was, filters and all', async () => {
    const { router, history } = await open([route('/a', PageA), route('/b', PageB)])
    await router.navigate({ href: '/b?q=1' })
    await router.navigate({ href: '/b?q=2' })
    const closed: string[] = []
    const uncover = router.cover(() => closed.push('dialog'))
    const uncoverUpper = router.cover(() => closed.push('upper'))
    history.back()
    expect(closed).toEqual(['upper'])
    uncoverUpper()
    history.back()
    expect(closed).toEqual(['upper', 'dialog'])
    expect(hrefOf(history.read())).toBe('/b?q=2')
    expect(hrefOf(router.read().place)).toBe('/b?q=2')
    uncover()
    history.back()
    await vi.waitFor(() => expect(hrefOf(router.read().place)).toBe('/b?q=1'))
    expect(closed).toEqual(['upper', 'dialog'])
  })

  it('has somewhere to go back to from a dialog on the first page of a tab', async () => {
    const { router, history } = await open([route('/a', PageA)])
    const close = vi.fn<() => void>()
    const uncover = router.cover(close)
    expect(history.canGoBack()).toBe(true)
    history.back()
    expect(close).toHaveBeenCalledOnce()
    uncover()
    expect(hrefOf(history.read())).toBe('/a')
  })
})
