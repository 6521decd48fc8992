import { openDiskStore } from '@foja/storage/disk-store'
import type { ObjectStore } from '@foja/storage/object-store'

/** The files of the tests: `FOJA_TEST_STORE=s3` selects a bucket of a real S3 server. */
export const testStoreKind = process.env['FOJA_TEST_STORE'] === 's3' ? 's3' : 'disk'

/** An empty store, in `folder` or in a bucket of its own. */
export async function openTestStore(folder: string): Promise<{ store: ObjectStore; close: () => void }> {
  if (testStoreKind === 'disk') return { store: await openDiskStore(folder), close: () => {} }
  // The client is large: not for the tests on disk.
  const [{ createS3Store }, { createBucket }] = await Promise.all([import('@foja/storage/s3-store'), import('./s3.ts')])
  const store = createS3Store(await createBucket())
  return { store, close: store.close.bind(store) }
}
