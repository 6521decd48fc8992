import { fetchSetup } from '../features/setup/api/setup-state.ts'
import { Redirect } from '../lib/router/navigation.ts'
import { paths, safeReturn } from '../lib/router/paths.ts'
import { fetchProvider } from '../lib/session/provider.ts'
import { ensureSession } from '../lib/session/session-store.ts'

/** True when the installation waits for its first company; false when it does not or when it cannot be known. */
async function setupNeeded(): Promise<boolean> {
  try {
    return (await fetchSetup()).needed
  } catch {
    return false
  }
}

type Where = { href: string }

/** Pages of somebody signed in. Nobody: to /ingresar and back, or to /bienvenida while there is no company yet. */
export async function requireSession({ href }: Where): Promise<void> {
  if ((await ensureSession()) !== null) return
  if (await setupNeeded()) throw new Redirect(paths.setup())
  throw new Redirect(paths.signIn(safeReturn(href)))
}

/** /ingresar: whoever is signed in already goes on; an installation that waits goes to /bienvenida. */
export async function requireNobody(back: string): Promise<void> {
  // Asked meanwhile, so that its button is there when the page is drawn and moves nothing.
  const provider = fetchProvider()
  const session = await ensureSession().catch(() => null)
  if (session !== null) throw new Redirect(back)
  if (await setupNeeded()) throw new Redirect(paths.setup())
  await provider
}

/** /bienvenida: only while there is no company. */
export async function requireSetup(): Promise<void> {
  if (!(await setupNeeded())) throw new Redirect(paths.home())
}
