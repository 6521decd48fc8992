export { linkAddress, linkToken } from './link-token.ts'
export { findOpenLink } from './links.queries.ts'
