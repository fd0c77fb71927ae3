/** The texts of Home as shipped. */
export const homeWords = {
  title: 'Empower Your Startup Business With Cloud & AI',
  lead: 'We are a small engineering studio. We move startups to the cloud, put their data in order, build AI that earns its keep, and teach their teams to run it all.',
  start: 'Get Started',
  services: 'Our Services',
  overview: 'Four layers, one team, so that nothing falls between them',
  cloudTitle: 'Cloud Solutions & Consulting',
  cloudText:
    'Architecture, migration and the bill at the end of the month. We design for the load you have, automate what you would otherwise do at night, and leave you with infrastructure written down as code.',
  cloudHeld: 'You get a bill with an owner on every line, and one line fewer.',
  bill: `Databases | Data | ₹1,84,000
App servers | Apps | ₹1,21,000
Forecast cluster | Nobody | ₹2,08,000
Storage and backups | Operations | ₹63,000
Network and logs | Operations | ₹36,000`,
  dataTitle: 'Data Analytics Expertise',
  dataText: 'From scattered exports to one set of figures that sales and finance both trust.',
  dataHeld: 'You get two reports, made by different people, that give the same answer.',
  aiTitle: 'AI Innovation for Business',
  aiText:
    'Assistants, search and forecasts that are measured before they are trusted, and switched off when they do not pay.',
  aiHeld: 'You get two hundred of your own cases, each judged right or wrong before a customer sees an answer.',
  trainingTitle: 'Training, so that you can do without us',
  trainingText:
    'The top layer is yours. The people who will run the systems next year learn on those systems, from the people who built them.',
  trainingHeld: 'You get a runbook that works without us: the name on the last line is one of your own.',
  workTitle: 'Results',
  engagementTitle: 'How we work',
  engagementText:
    'A first project takes about six weeks. You get something at every stage, so you can stop there and keep what you paid for.',
  when1: 'Day 0',
  what1: 'Half an hour on a call, a sketch, a price.',
  held1: 'Sketch and price',
  when2: 'Week 1',
  what2: 'We read and change nothing. You see what runs, and what it costs.',
  held2: 'Estate map',
  when3: 'Week 2',
  what3: 'The first change in production: small, and reversible.',
  held3: 'Change 001',
  when4: 'Week 4',
  what4: 'Costs are capped. A restore is rehearsed with the clock running.',
  held4: 'Restore drill',
  when5: 'Week 6',
  what5: 'Your engineer runs it. We watch, hands off the keyboard.',
  held5: 'Runbook',
  when6: 'After',
  what6: 'One page a month: what it cost, what broke, what comes next.',
  held6: 'One page',
  coursesTitle: 'Featured courses',
  coursesText: 'Taught by the people who do the work, in small groups, with your own code on the table.',
  postsTitle: 'From the workshop',
  postsText: 'What we learned on a project, written down while it was fresh.',
  actionTitle: 'Tell us what you are building.',
  actionText:
    'Half an hour with an engineer, free of charge. You leave with a sketch of the plan, whether or not you work with us.',
  action: 'Get in Touch',
}
