/** Document ids separated by commas in an address; invalid ones are dropped. */
export const documentIdsOf = (list = '') => list.split(',').filter((id) => /^[0-9a-f-]{36}$/.test(id))
