import { useNavigate, useShown } from '../lib/router/router.tsx'
import type { PagePath, SearchOf } from './route-search.ts'

type NameOf<Rest extends string> = Rest extends `${infer Name}/${string}` ? Name : Rest
type ParamsOf<P extends PagePath> = P extends `${string}$${infer Rest}`
  ? Record<NameOf<Rest>, string>
  : Record<string, never>
type Options = { replace?: boolean }
type Go<P extends PagePath> = (
  target:
    | ({ href: string } & Options)
    | ({ search: Partial<SearchOf<P>> | ((before: SearchOf<P>) => Partial<SearchOf<P>>) } & Options),
) => Promise<void>

/** What a page knows of its own address, typed by its path. To be used by that page alone. */
export const routeOf = <P extends PagePath>(_path: P) => ({
  useSearch: () => useShown().search as SearchOf<P>,
  useParams: () => useShown().params as ParamsOf<P>,
  // The search of the page that is drawn has the shape that the page's own reader gives it.
  useNavigate: () => useNavigate() as Go<P>,
})
