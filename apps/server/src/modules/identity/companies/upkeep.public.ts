export { findLogos } from './companies.queries.ts'
