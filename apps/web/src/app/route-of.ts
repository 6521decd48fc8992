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

/** Typed access to a page's own address. Only for that page. */
export const routeOf = <P extends PagePath>(_path: P) => ({
  useSearch: () => useShown().search as SearchOf<P>,
  useParams: () => useShown().params as ParamsOf<P>,
  // The search of the rendered page has the type of the page's own reader.
  useNavigate: () => useNavigate() as Go<P>,
})
