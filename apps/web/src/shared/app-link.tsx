import { Link } from '../lib/router/router.tsx'
import type { RenderLink } from '../ui/breadcrumb.tsx'

/** A link to a page of the product (an address from `paths`). */
export const AppLink = Link

/** The same link for parts of `ui`, which do not depend on the router. */
export const renderLink: RenderLink = ({ to, ...rest }) => <AppLink to={to} {...rest} />
