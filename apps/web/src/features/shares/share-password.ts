/** The password travels in a header, whose value is bytes (RFC 9110, 5.5): Latin-1 holds ñ and á, but no emoji. */
export const fitsHeader = (password: string): boolean => /^[\x20-\x7e\xa0-\xff]*$/.test(password)
