import { constants, setPriority } from 'node:os'
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { findDamage } from './sqlite-file.ts'

// Visitors come first: reading a large file takes seconds, right after the start. Only Linux has priorities for threads.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW)

// Posts the damage of the file, or null.
const database = new DatabaseSync(workerData, { readOnly: true })
parentPort?.postMessage(findDamage(database))
database.close()
