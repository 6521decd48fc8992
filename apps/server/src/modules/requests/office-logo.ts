import type { AppDeps } from '../../deps.ts'
import { readLogo } from '../identity/public.ts'
import type { RequestRow } from './requests.queries.ts'

/** The logo of the office as a data URL; null without one. */
export async function logoUrlOf(deps: AppDeps, { logo_key }: RequestRow): Promise<string | null> {
  const logo = await readLogo(deps, logo_key)
  return logo === null ? null : `data:image/png;base64,${logo.toString('base64')}`
}
