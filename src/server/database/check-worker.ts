import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { findDamage } from './sqlite-file.ts'

// Posts the damage of the file, or null.
const database = new DatabaseSync(workerData, { readOnly: true })
parentPort?.postMessage(findDamage(database))
database.close()
