import { redirect } from '@tanstack/react-router'
import { fetchSetup } from '../features/setup/api/setup-state.ts'
import { paths, safeReturn } from '../lib/router/paths.ts'
import { fetchProvider } from '../lib/session/provider.ts'
import { ensureSession } from '../lib/session/session-store.ts'

/** True if the installation needs its first company; false also if the server does not answer. */
async function setupNeeded(): Promise<boolean> {
  try {
    return (await fetchSetup()).needed
  } catch {
    return false
  }
}

type Where = { href: string }

/**
 * For pages with a session. Without one, redirects to /ingresar and back, or to /bienvenida while there is no company.
 */
export async function requireSession({ href }: Where): Promise<void> {
  if ((await ensureSession()) !== null) return
  if (await setupNeeded()) throw redirect({ href: paths.setup() })
  throw redirect({ href: paths.signIn(safeReturn(href)) })
}

/** /ingresar: redirects users with a session, and to /bienvenida while there is no company. */
export async function requireNobody(back: string): Promise<void> {
  // Fetched in parallel, so that its button is in the first render and moves nothing.
  const provider = fetchProvider()
  const session = await ensureSession().catch(() => null)
  if (session !== null) throw redirect({ href: back })
  if (await setupNeeded()) throw redirect({ href: paths.setup() })
  await provider
}

/** /bienvenida: only while there is no company. */
export async function requireSetup(): Promise<void> {
  if (!(await setupNeeded())) throw redirect({ href: paths.home() })
}
