const name = 'foja-scroll'
const most = 50

/** How far down each entry of the tab's history was when it was left. */
function read(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? '{}') as Record<string, number>
  } catch {
    return {}
  }
}

function note(key: string) {
  const { [key]: _before, ...others } = read()
  try {
    const places = Object.entries(others).slice(1 - most)
    sessionStorage.setItem(name, JSON.stringify(Object.fromEntries([...places, [key, Math.round(window.scrollY)]])))
  } catch {
    // The page then begins at its top.
  }
}

/** Goes where an entry was left, also when the page grows to that height a moment later. */
export function restoreScroll(key: string): void {
  const top = read()[key] ?? 0
  window.scrollTo(0, top)
  if (top > 0 && window.scrollY < top) setTimeout(() => window.scrollTo(0, top), 120)
}

/** Notes where the page stands as it scrolls. Returns what stops it. */
export function keepScroll(key: string): () => void {
  window.history.scrollRestoration = 'manual'
  let timer: ReturnType<typeof setTimeout> | undefined
  const onScroll = () => {
    clearTimeout(timer)
    timer = setTimeout(() => note(key), 100)
  }
  const onHide = () => note(key)
  window.addEventListener('scroll', onScroll, { passive: true })
  window.addEventListener('pagehide', onHide)
  return () => {
    clearTimeout(timer)
    window.removeEventListener('scroll', onScroll)
    window.removeEventListener('pagehide', onHide)
  }
}
