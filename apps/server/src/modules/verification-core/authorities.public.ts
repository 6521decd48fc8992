export { canBeAnchor, shippedAuthorities, type ShippedAuthority } from './shipped-authorities.ts'
export { counts, readSwitches, type Switches } from './authorities.queries.ts'
export { writeSwitch } from './switch-authority.ts'
export { trustOf } from './trust.ts'
