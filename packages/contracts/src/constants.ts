// Constants of several endpoints, apart from their schemas: pages load these without zod.

/** Limits of one group. */
export const uploadLimits = { files: 40, bytesPerFile: 100 * 1024 * 1024 } as const

export const orderings = ['-updated_at', 'updated_at', '-created_at', 'created_at', 'titulo', '-titulo'] as const
export type Ordering = (typeof orderings)[number]

/** Maximum number of results of a kind in the search. */
export const searchMost = 8

/** How long the recycle bin keeps a document. */
export const recycleDays = 30

/** Maximum number of addresses of one message, `to` and `cc` together. */
export const mostRecipients = 20

/** Levels of ETSI EN 319 142-1: plain, with a timestamp, with validation data, with an archive timestamp. */
export const levels = ['B-B', 'B-T', 'B-LT', 'B-LTA'] as const
export type Level = (typeof levels)[number]

export const signingHashes = ['sha256', 'sha384', 'sha512'] as const

/** `margin` is a line of text along the right edge of the page; its place is computed. */
export const appearances = ['qr', 'text', 'image', 'margin', 'invisible'] as const
export type AppearanceKind = (typeof appearances)[number]

export const maxBatch = 50

/** Shortest password of a new share link; older links keep theirs. */
export const sharePasswordLength = 8

/** Characters of the name of an API key. */
export const longestKeyName = 60
/** The longest life of an API key, in days. */
export const mostKeyDays = 366
/** Networks that one API key may name. */
export const mostKeyNetworks = 20
/** API keys that work at the same time: of one person, and of the service accounts of one company. */
export const mostKeys = 20

/** Pending items of one kind that the home page counts at most, so that it costs the same in an office of any size. */
export const mostTodo = 1000
