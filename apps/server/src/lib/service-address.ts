/** A name without a mail server (RFC 2606, 2): nothing is ever sent there. */
const domain = '@cuenta-de-servicio.invalid'

/** Address of a service account, which has no mailbox. */
export const serviceAddress = (id: string): string => `${id}${domain}`

/** True for the address of a service account: replies to it would be lost. */
export const isServiceAddress = (address: string): boolean => address.endsWith(domain)
