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
  note: 'From a real project. Names are left out, and amounts are rounded to the nearest thousand.',
  action: 'Get your own',
}

const sketch: SampleWords = {
  ...shared,
  title: 'Sketch and price',
  lead: 'Half an hour on a call, then one page: the plan, the price, and the parts we would leave alone.',
  facts: `Client | A delivery company in Pune, 38 people, six of them engineers
Question | “Our cloud bill has doubled in a year, and nobody can say why.”
Call | 6 April 2026, 30 minutes
Valid until | 30 April 2026`,
  figureTitle: 'What runs, drawn on the call',
  figure: `Driver app | Keep
Tracking API | Keep, and cap
Orders database | Keep, and rehearse a restore
Forecast cluster | Who needs it?
Reports | Keep, later`,
  rowsTitle: 'The price, week by week',
  rows: `When | Work | Price
Week 1 | Read everything, change nothing. A map with an owner for every line of the bill | ₹80,000
Week 2 | The first change in production, easy to undo | ₹80,000
Weeks 3 and 4 | Caps on cost, backups, a restore drill | ₹1,60,000
Weeks 5 and 6 | A runbook, and your engineer on call | ₹1,60,000
Total | Fixed price. Stop after any week and pay only for the weeks done | ₹4,80,000`,
  notesTitle: 'Good to know',
  notes: `We expect | A bill a quarter to a third lower by June.
We need | One of your engineers for half a day a week, and read access.
Not included | A new data platform, a move to Kubernetes, or anything that lowers neither the bill nor the risk.`,
}

const map: SampleWords = {
  ...shared,
  title: 'Estate map',
  lead: 'Everything that runs, who owns it and what it costs per month. The longer the bar, the higher the cost.',
  facts: `Reviewed | 13 to 17 April 2026, with read access only
March bill | ₹6,12,000, up from ₹3,05,000 a year earlier
Found | 11 systems, 3 of them undocumented
Without an owner | 1 system, a third of the bill`,
  figureTitle: 'Eleven systems, three layers',
  figure: `Customer-facing | Load balancer | Operations | 11
Customer-facing | Content delivery | Operations | 9
Core systems | Forecast cluster | Nobody | 208
Core systems | Tracking API | Apps | 74
Core systems | Billing jobs | Apps | 29
Core systems | Customer site | Apps | 18
Data storage | Orders database | Data | 118
Data storage | Tracking database | Data | 66
Data storage | File storage | Operations | 41
Data storage | Backups | Operations | 22
Data storage | Log archive | Operations | 16`,
  rowsTitle: 'The same, as a bill',
  rows: `Line | Owner | Per month
Databases | Data | ₹1,84,000
App servers | Apps | ₹1,21,000
Forecast cluster | Nobody | ₹2,08,000
Storage and backups | Operations | ₹63,000
Network and logs | Operations | ₹36,000
Total | | ₹6,12,000`,
  notesTitle: 'Found on the way',
  notes: `Forecast cluster | Built for a pilot in 2025. It runs for nine minutes a day and idles for the rest.
Backups | They have run every night for two years. Nobody has ever restored one.
Keys | Five belonged to people who have left. They were revoked on 16 April.`,
}

const change: SampleWords = {
  ...shared,
  title: 'Change 001',
  lead: 'The first change in production is small and can be undone: one number in one file, on the largest line of the bill.',
  facts: `Change | Stop the forecast cluster and keep its disks
When | 22 April 2026, 11:00 to 11:14
Undo | \`git revert 4f2c19e\`, then apply: 11 minutes, rehearsed on staging
Reviewed by | The head of Operations, before and after`,
  figureTitle: 'clusters/forecast.tf',
  figure: `  module "forecast" {
    node_type  = "gpu-large"
-   node_count = 6
+   node_count = 0
+   owner      = "operations"
+   review_on  = "2026-07-22"
  }`,
  rowsTitle: 'Watched for seven days',
  rows: `Measure | Before | After
Daily bill | ₹20,400 | ₹13,500
Forecast email at 07:00 | On time | On time, from last year’s figures
Tracking API, slowest 5 % of calls | 310 ms | 305 ms
Errors per 10,000 calls | 4 | 4`,
  notesTitle: 'Decided on 29 April',
  notes: `Stays off | Nobody has missed it. Its forecast was no better than the same day a year earlier.
Saves | ₹2,08,000 a month, 34 % of the March bill.
Deletion | On 22 July, unless somebody asks for the disks.`,
}

const drill: SampleWords = {
  ...shared,
  title: 'Restore drill',
  lead: 'We delete the orders database in a rehearsal account, start the clock, and watch your people bring it back.',
  facts: `Date | 6 May 2026, 10:00, announced to nobody but the team lead
Target | Back in 60 minutes, with at most 5 minutes of data lost
Result | Back in 41 minutes, with 4 minutes of data lost, then recovered
At the keyboard | Two of the client’s engineers. We kept the log`,
  figureTitle: '41 of 60 minutes',
  figure: `0 | Deleted
14 | Restore begins
33 | Database is up
41 | Back
60 | Target`,
  rowsTitle: 'The log',
  rows: `Time | What happened
10:00 | The orders database is deleted. The clock starts.
10:03 | The alert fires. The Data team responds from a phone.
10:09 | Step 2 of the runbook names a backup that does not exist. Fixed on the spot.
10:14 | The restore of the 09:56 backup begins.
10:33 | The database is up: 2.1 million orders.
10:37 | Compared with the payment provider: 4 minutes of orders are missing, and are recovered from the queue.
10:41 | The tracking API reads from it again. The clock stops.`,
  notesTitle: 'Changed since',
  notes: `Runbook | Step 2 now looks up the newest backup, so nobody has to type its name.
Keys | One person had the key to the backups. Now two have it.
Next drill | 5 August 2026, without us.`,
}

const runbook: SampleWords = {
  ...shared,
  title: 'Runbook: no new orders',
  lead: 'For the engineer on call at three in the morning. Five steps, one command each, and the point at which to wake somebody.',
  facts: `Alert | No order for 5 minutes between 07:00 and 23:00
Written by | The client’s engineers. We asked the questions
Kept in | The repository, next to the code it is about
Escalation | The head of Data, after step 4`,
  figureTitle: 'Three rehearsals, in minutes',
  figure: `8 May, with us | 68
15 May, we watched | 54
22 May, alone | 47`,
  rowsTitle: 'Step by step',
  rows: `Run | You should see | If not
\`make queue\` | Fewer than 100 orders waiting | Go on to the next step
\`make last-deploy\` | More than an hour ago | \`make undo\`, then step 1
\`make database\` | Fewer than 80 connections | \`make pool-restart\`, then step 1
\`make restore\` | “Back”, after about 41 minutes | Call the head of Data
\`make tell-customers\` | A notice on the status page | Write it by hand`,
  notesTitle: 'Signed',
  notes: `22 May 2026 | Run without help from step 1 to step 5, on call, while we watched.
By | The client’s engineer on call.
Next review | After each incident, and on 5 August with the next drill.`,
}

const results: SampleWords = {
  ...shared,
  title: 'One page: June 2026',
  lead: 'One page a month: what it cost, what broke, and what comes next. It fits on a phone, and your finance team can read it.',
  facts: `Bill | ₹4,04,000, down 34 % since March
Orders accepted | 99.97 %
Incidents | One, 12 minutes
Our hours | Three`,
  figureTitle: 'The monthly bill, in thousands of rupees',
  figure: `Jan | 548
Feb | 581
Mar | 612
Apr | 557
May | 409
Jun | 404`,
  rowsTitle: 'What broke, and what we fixed',
  rows: `When | What | Cause | Fix
17 June, 12 minutes | No labels were printed | A certificate had expired | An alert 14 days before
9 June, nobody noticed | A backup was 40 minutes late | Two jobs ran at once | One now waits for the other`,
  notesTitle: 'Next',
  notes: `July | Delete the disks of the forecast cluster. Move the log archive to cold storage, which saves ₹9,000 a month.
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
