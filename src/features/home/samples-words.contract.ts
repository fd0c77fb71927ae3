import type { SampleId } from './samples.contract.ts'

/** The texts of a sample as shipped. Texts of several lines have a row in each line, with `|` between its cells. */
export type SampleWords = Record<
  | 'title'
  | 'lead'
  | 'facts'
  | 'figureTitle'
  | 'figure'
  | 'rowsTitle'
  | 'rows'
  | 'notesTitle'
  | 'notes'
  | 'note'
  | 'action',
  string
>

const shared = {
  note: 'From a real project. Names are left out, and amounts are rounded to thousands.',
  action: 'Get your own',
}

const sketch: SampleWords = {
  ...shared,
  title: 'Sketch and price',
  lead: 'Half an hour on a call, then one page: the way there, the price, and the parts that we would leave alone.',
  facts: `Client | A delivery company in Pune, 38 people, six of them engineers
Question | “Our cloud bill has doubled in a year, and nobody can say why.”
Call | 6 April 2026, 30 minutes
Holds until | 30 April 2026`,
  figureTitle: 'What runs, drawn on the call',
  figure: `Driver app | Keep
Tracking API | Keep, and cap
Orders database | Keep, and rehearse a restore
Forecast cluster | Who needs it?
Reports | Keep, later`,
  rowsTitle: 'The price, week by week',
  rows: `When | Work | Price
Week 1 | Read everything, change nothing. A map with an owner for each line of the bill | ₹80,000
Week 2 | The first change in production, with a way back | ₹80,000
Weeks 3 and 4 | Caps on cost, backups, a restore drill | ₹1,60,000
Weeks 5 and 6 | A runbook, and your engineer on call | ₹1,60,000
Together | Fixed. Stop after any week, and pay for the weeks that are done | ₹4,80,000`,
  notesTitle: 'Good to know',
  notes: `We expect | A bill that is a quarter to a third lower by June.
We need | One of your engineers for half a day each week, and read access.
Not in it | A new data platform, a move to Kubernetes, and anything that does not lower the bill or the risk.`,
}

const map: SampleWords = {
  ...shared,
  title: 'Estate map',
  lead: 'Everything that runs, with its owner and its cost in a month. A bar is as long as the cost.',
  facts: `Read | 13 to 17 April 2026, with read access only
Bill of March | ₹6,12,000, after ₹3,05,000 a year before
Found | 11 systems, 3 of them in no document
Without an owner | 1 system, a third of the bill`,
  figureTitle: 'Eleven systems, three layers',
  figure: `Reached by people | Load balancer | Operations | 11
Reached by people | Content delivery | Operations | 9
Runs the business | Forecast cluster | Nobody | 208
Runs the business | Tracking API | Apps | 74
Runs the business | Billing jobs | Apps | 29
Runs the business | Customer site | Apps | 18
Keeps the data | Orders database | Data | 118
Keeps the data | Tracking database | Data | 66
Keeps the data | File storage | Operations | 41
Keeps the data | Backups | Operations | 22
Keeps the data | Log archive | Operations | 16`,
  rowsTitle: 'The same as a bill',
  rows: `Line | Owner | A month
Databases | Data | ₹1,84,000
App servers | Apps | ₹1,21,000
Forecast cluster | Nobody | ₹2,08,000
Storage and backups | Operations | ₹63,000
Network and logs | Operations | ₹36,000
Together | | ₹6,12,000`,
  notesTitle: 'Found on the way',
  notes: `Forecast cluster | Built for a pilot in 2025. It works for nine minutes a day and waits for the rest of it.
Backups | They have run each night for two years. Nobody has restored one.
Keys | Five keys belong to people who have left. They were revoked on 16 April.`,
}

const change: SampleWords = {
  ...shared,
  title: 'Change 001',
  lead: 'The first change in production is small and can be undone: one number in one file, on the largest line of the bill.',
  facts: `Change | Stop the forecast cluster, keep its disks
When | 22 April 2026, 11:00 to 11:14
Undo | \`git revert 4f2c19e\`, then apply: 11 minutes, rehearsed on staging
Read by | The lead of Operations, before and after`,
  figureTitle: 'clusters/forecast.tf',
  figure: `  module "forecast" {
    node_type  = "gpu-large"
-   node_count = 6
+   node_count = 0
+   owner      = "operations"
+   review_on  = "2026-07-22"
  }`,
  rowsTitle: 'Watched for seven days',
  rows: `What | Before | After
Bill of a day | ₹20,400 | ₹13,500
Forecast by mail at 07:00 | On time | On time, from the table of last year
Tracking API, slowest of 20 calls | 310 ms | 305 ms
Errors in 10,000 calls | 4 | 4`,
  notesTitle: 'Decided on 29 April',
  notes: `Stays off | Nobody has missed it. Its forecast was no better than the same day of the year before.
Saves | ₹2,08,000 a month, 34 % of the bill of March.
Deleted | On 22 July, unless somebody asks for the disks.`,
}

const drill: SampleWords = {
  ...shared,
  title: 'Restore drill',
  lead: 'We delete the orders database of a rehearsal account, start a clock, and watch your people bring it back.',
  facts: `Held | 6 May 2026, 10:00, announced to nobody but the lead
Promised | Back in 60 minutes, with at most 5 minutes lost
Measured | Back in 41 minutes, with 4 minutes lost
At the keyboard | Two engineers of the client. We kept the log`,
  figureTitle: '41 of 60 minutes',
  figure: `0 | Deleted
14 | Restore begins
33 | Database is up
41 | Works again
60 | Promised`,
  rowsTitle: 'The log',
  rows: `Time | What happened
10:00 | The orders database is deleted. The clock starts.
10:03 | The alarm rings. The Data team answers from a phone.
10:09 | Step 2 of the runbook names a backup that does not exist. Corrected on the spot.
10:14 | The restore of the backup of 09:56 begins.
10:33 | The database is up: 2.1 million orders.
10:37 | Compared with the payment provider: 4 minutes are missing, and come back from the queue.
10:41 | The tracking API reads from it. The clock stops.`,
  notesTitle: 'Changed because of it',
  notes: `Runbook | Step 2 reads the name of the newest backup, so that nobody types it.
Keys | One person had the key to the backups. Now two have it.
Next drill | 5 August 2026, without us.`,
}

const runbook: SampleWords = {
  ...shared,
  title: 'Runbook: no new orders',
  lead: 'For the engineer on call at three at night. Five steps, a command in each, and the point at which to wake somebody.',
  facts: `Rings when | No order arrives for 5 minutes between 07:00 and 23:00
Written by | The client’s engineers. We asked the questions
Kept in | The repository, next to the code that it is about
Wakes | The lead of Data, after step 3`,
  figureTitle: 'Three rehearsals, in minutes',
  figure: `8 May, with us | 68
15 May, we watched | 54
22 May, alone | 47`,
  rowsTitle: 'Step by step',
  rows: `Do | You should see | If not
\`make queue\` | Fewer than 100 orders wait | Go on with the next step
\`make last-deploy\` | Older than an hour | \`make undo\`, then step 1
\`make database\` | Fewer than 80 connections | \`make pool-restart\`, then step 1
\`make restore\` | “Back”, after about 41 minutes | Call the lead of Data
\`make tell-customers\` | The status page has a note | Write it by hand`,
  notesTitle: 'Signed',
  notes: `22 May 2026 | Run alone from step 1 to step 5, on call, while we watched.
By | The client’s engineer on call.
Read again | After each incident, and on 5 August with the next drill.`,
}

const results: SampleWords = {
  ...shared,
  title: 'One page: June 2026',
  lead: 'Each month one page: the cost, the breakages, and the next step. It fits on a phone, and your finance team can read it.',
  facts: `Bill | ₹4,04,000, 34 % less than in March
Orders accepted | 99.97 %
Breakages | One, 12 minutes
Hours of ours | Three`,
  figureTitle: 'The bill of each month, in thousand rupees',
  figure: `Jan | 548
Feb | 581
Mar | 612
Apr | 557
May | 409
Jun | 404`,
  rowsTitle: 'Broken, and mended',
  rows: `When | What | Because | Since then
17 June, 12 minutes | No labels were printed | A certificate had expired | An alarm 14 days before
9 June, nobody noticed | A backup came 40 minutes late | Two jobs ran at once | One waits for the other`,
  notesTitle: 'Next',
  notes: `July | Delete the disks of the forecast cluster. Move the log archive to cold storage: ₹9,000 less a month.
August | The second restore drill, without us.
Not now | A larger database. It is half empty.`,
}

export const sampleWords: Record<SampleId, SampleWords> = {
  'sketch-and-price': sketch,
  'estate-map': map,
  'first-change': change,
  'restore-drill': drill,
  runbook,
  'one-page': results,
}
