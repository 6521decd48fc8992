import type { ColumnType } from 'kysely'

/** An instant is `timestamptz(3)`: milliseconds, so that a JavaScript `Date` carries it without loss. */
export type Instant = ColumnType<Date, Date | string, Date | string>
export type NullableInstant = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
/** Defaults to now(). */
export type CreatedAt = ColumnType<Date, Date | string | undefined, Date | string>
/** Arrives as a `Buffer`. */
export type Bytes = ColumnType<Buffer, Uint8Array, Uint8Array>
export type NullableBytes = ColumnType<Buffer | null, Uint8Array | null | undefined, Uint8Array | null>
