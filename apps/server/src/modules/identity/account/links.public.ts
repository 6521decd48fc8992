export { linkAddress, linkToken } from './link-token.ts'
export { findOpenLink, linkIsSpent } from './links.queries.ts'
