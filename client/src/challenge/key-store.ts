// Keeps in this browser what the keys are that sign frames: IndexedDB, because keys of WebCrypto fit nowhere else.

const DATABASE = 'selfsame-capture-keys'
const STORE = 'keys'

export async function inStore<Found>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest,
): Promise<Found> {
  const opening = indexedDB.open(DATABASE, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE)
  const database = await done<IDBDatabase>(opening)
  try {
    return await done<Found>(act(database.transaction(STORE, mode).objectStore(STORE)))
  } finally {
    database.close()
  }
}

const done = <Result>(request: IDBRequest): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result as Result)
    request.onerror = () => reject(request.error)
  })
