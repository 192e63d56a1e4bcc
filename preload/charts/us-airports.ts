/** Airports of the United States: location indicator, the FAA’s identifier or nothing, state, city, name. build/us-airports.ts makes it. */
export const US_AIRPORTS = `\
KABE|ABE|PA|Allentown|Lehigh Valley International Airport
KABI|ABI|TX|Abilene|Abilene Regional Airport
KABQ|ABQ|NM|Albuquerque|Albuquerque International Sunport
KABR|ABR|SD|Aberdeen|Aberdeen Regional Airport
KABY|ABY|GA|Albany|Southwest Georgia Regional Airport
KACK|ACK|MA|Nantucket|Nantucket Memorial Airport
KACT|ACT|TX|Waco|Waco Regional Airport
KACV|ACV|CA|Arcata/Eureka|California Redwood Coast-Humboldt County Airport
KACY|ACY|NJ|Atlantic City|Atlantic City International Airport
KADW|ADW|MD|Camp Springs|Joint Base Andrews
KAEX|AEX|LA|Alexandria|Alexandria International Airport
KAFW|AFW|TX|Fort Worth|Perot Field/Fort Worth Alliance Airport
KAGC|AGC|PA|Pittsburgh|Allegheny County Airport
KAGS|AGS|GA|Augusta|Augusta Regional At Bush Field
KAHN|AHN|GA|Athens|Athens Ben Epps Airport
KAKR|AKR|OH|Akron|Akron Executive Airport
KALB|ALB|NY|Albany|Albany International Airport
KALI|ALI|TX|Alice|Alice International Airport
KALM|ALM|NM|Alamogordo|Alamogordo White Sands Regional Airport
KALN|ALN|IL|Alton/St Louis|St Louis Regional Airport
KALO|ALO|IA|Waterloo|Waterloo Regional Airport
KALS|ALS|CO|Alamosa|San Luis Valley Regional Airport/Bergman Field
KALW|ALW|WA|Walla Walla|Walla Walla Regional Airport
KAMA|AMA|TX|Amarillo|Rick Husband Amarillo International Airport
KANB|ANB|AL|Anniston|Anniston Regional Airport
KAND|AND|SC|Anderson|Anderson Regional Airport
KAOO|AOO|PA|Altoona|Altoona Blair County Airport
KAPA|APA|CO|Denver|Centennial Airport
KAPF|APF|FL|Naples|Naples Municipal Airport
KAPG|APG|MD|Aberdeen Proving Grounds(Aberdeen)|Phillips Army Air Field
KAPN|APN|MI|Alpena|Alpena County Regional Airport
KARA|ARA|LA|New Iberia|Acadiana Regional Airport
KART|ART|NY|Watertown|Watertown International Airport
KASE|ASE|CO|Aspen|Aspen-Pitkin County Airport (Sardy Field)
KAST|AST|OR|Astoria|Astoria Regional Airport
KATL|ATL|GA|Atlanta|Hartsfield Jackson Atlanta International Airport
KATY|ATY|SD|Watertown|Watertown Regional Airport
KAUG|AUG|ME|Augusta|Augusta State Airport
KAUS|AUS|TX|Austin|Austin Bergstrom International Airport
KAUW|AUW|WI|Wausau|Wausau Downtown Airport
KAVL|AVL|NC|Asheville|Asheville Regional Airport
KAVP|AVP|PA|Wilkes-Barre/Scranton|Wilkes Barre Scranton International Airport
KAXN|AXN|MN|Alexandria|Chandler Field
KAZO|AZO|MI|Kalamazoo|Kalamazoo Battle Creek International Airport
KBAB|BAB|CA|Marysville|Beale Air Force Base
KBAD|BAD|LA|Bossier City|Barksdale Air Force Base
KBAF|BAF|MA|Westfield|Westfield-Barnes Regional Airport
KBAK|BAK|IN|Columbus|Columbus Municipal Airport
KBAZ|BAZ|TX|New Braunfels|New Braunfels Municipal Airport
KBBD|BBD|TX|Brady|Curtis Field
KBCE|BCE|UT|Bryce Canyon|Bryce Canyon Airport
KBDE|BDE|MN|Baudette|Baudette International Airport
KBDL|BDL|CT|Hartford|Bradley International Airport
KBDR|BDR|CT|Bridgeport|Igor I Sikorsky Memorial Airport
KBED|BED|MA|Bedford|Laurence G Hanscom Field
KBFD|BFD|PA|Bradford|Bradford Regional Airport
KBFF|BFF|NE|Scottsbluff|Western Neb. Rgnl/William B. Heilig Airport
KBFI|BFI|WA|Seattle|Boeing Field King County International Airport
KBFL|BFL|CA|Bakersfield|Meadows Field
KBFM|BFM|AL|Mobile|Mobile Downtown Airport
KBGM|BGM|NY|Binghamton|Greater Binghamton/Edwin A Link field
KBGR|BGR|ME|Bangor|Bangor International Airport
KBHB|BHB|ME|Bar Harbor|Hancock County-Bar Harbor Airport
KBHM|BHM|AL|Birmingham|Birmingham-Shuttlesworth International Airport
KBIF|BIF|TX|Fort Bliss/El Paso|Biggs Army Air Field (Fort Bliss)
KBIH|BIH|CA|Bishop|Eastern Sierra Regional Airport
KBIL|BIL|MT|Billings|Billings Logan International Airport
KBIS|BIS|ND|Bismarck|Bismarck Municipal Airport
KBIX|BIX|MS|Biloxi|Keesler Air Force Base
KBJC|BJC|CO|Denver|Rocky Mountain Metropolitan Airport
KBJI|BJI|MN|Bemidji|Bemidji Regional Airport
KBKE|BKE|OR|Baker City|Baker City Municipal Airport
KBKF|BKF|CO|Aurora|Buckley Space Force Base
KBKL|BKL|OH|Cleveland|Burke Lakefront Airport
KBKW|BKW|WV|Beckley|Raleigh County Memorial Airport
KBLF|BLF|WV|Bluefield|Mercer County Airport
KBLH|BLH|CA|Blythe|Blythe Airport
KBLI|BLI|WA|Bellingham|Bellingham International Airport
KBLV|BLV|IL|Belleville|Scott AFB/Midamerica Airport
KBMG|BMG|IN|Bloomington|Monroe County Airport
KBMI|BMI|IL|Bloomington/Normal|Central Illinois Regional Airport at Bloomington-Normal
KBNA|BNA|TN|Nashville|Nashville International Airport
KBNO|BNO|OR|Burns|Burns Municipal Airport
KBOI|BOI|ID|Boise|Boise Air Terminal/Gowen Field
KBOS|BOS|MA|Boston|Logan International Airport
KBPI|BPI|WY|Big Piney|Miley Memorial Field
KBPK|BPK|AR|Mountain Home|Ozark Regional Airport
KBPT|BPT|TX|Beaumont/Port Arthur|Jack Brooks Regional Airport
KBQK|BQK|GA|Brunswick|Brunswick Golden Isles Airport
KBRD|BRD|MN|Brainerd|Brainerd Lakes Regional Airport
KBRL|BRL|IA|Burlington|Southeast Iowa Regional Airport
KBRO|BRO|TX|Brownsville|Brownsville South Padre Island International Airport
KBTL|BTL|MI|Battle Creek|Battle Creek Executive Airport at Kellogg Field
KBTM|BTM|MT|Butte|Bert Mooney Airport
KBTR|BTR|LA|Baton Rouge|Baton Rouge Metropolitan Airport
KBTV|BTV|VT|South Burlington|Burlington International Airport
KBUF|BUF|NY|Buffalo|Buffalo Niagara International Airport
KBUR|BUR|CA|Burbank|Bob Hope Airport
KBVI|BVI|PA|Beaver Falls|Beaver County Airport
KBVY|BVY|MA|Beverly / Danvers|Beverly Regional Airport
KBWG|BWG|KY|Bowling Green|Bowling Green Warren County Regional Airport
KBWI|BWI|MD|Baltimore|Baltimore/Washington International Thurgood Marshall Airport
KBYH|BYH|AR|Blytheville|Arkansas International Airport
KBYI|BYI|ID|Burley|Burley Municipal Airport
KBYS|BYS|CA|Fort Irwin/Barstow|Bicycle Lake Army Air Field
KBZN|BZN|MT|Bozeman|Gallatin Field
KCAE|CAE|SC|Columbia|Columbia Metropolitan Airport
KCAK|CAK|OH|Akron|Akron Canton Regional Airport
KCAR|CAR|ME|Caribou|Caribou Municipal Airport
KCBM|CBM|MS|Columbus|Columbus Air Force Base
KCCY|CCY|IA|Charles City|Northeast Iowa Regional Airport
KCDC|CDC|UT|Cedar City|Cedar City Regional Airport
KCDR|CDR|NE|Chadron|Chadron Municipal Airport
KCDS|CDS|TX|Childress|Childress Municipal Airport
KCEC|CEC|CA|Crescent City|Jack Mc Namara Field Airport
KCEF|CEF|MA|Chicopee|Westover Metropolitan Airport / Westover Air Reserve Base
KCEW|CEW|FL|Crestview|Bob Sikes Airport
KCGF|CGF|OH|Cleveland|Cuyahoga County Airport
KCGI|CGI|MO|Cape Girardeau|Cape Girardeau Regional Airport
KCHA|CHA|TN|Chattanooga|Chattanooga Metropolitan Airport (Lovell Field)
KCHO|CHO|VA|Charlottesville|Charlottesville Albemarle Airport
KCHS|CHS|SC|Charleston|Charleston International Airport
KCID|CID|IA|Cedar Rapids|The Eastern Iowa Airport
KCIU|CIU|MI|Sault Ste Marie|Chippewa County International Airport
KCKB|CKB|WV|Bridgeport|North Central West Virginia Airport
KCLE|CLE|OH|Cleveland|Cleveland Hopkins International Airport
KCLL|CLL|TX|College Station|Easterwood Field
KCLM|CLM|WA|Port Angeles|William R Fairchild International Airport
KCLT|CLT|NC|Charlotte|Charlotte Douglas International Airport
KCMA|CMA|CA|Camarillo|Camarillo International Airport
KCMH|CMH|OH|Columbus|John Glenn Columbus International Airport
KCMI|CMI|IL|Savoy|University of Illinois Willard Airport
KCMX|CMX|MI|Hancock|Houghton County Memorial Airport
KCNM|CNM|NM|Carlsbad|Cavern City Air Terminal
KCNU|CNU|KS|Chanute|Chanute Martin Johnson Airport
KCOD|COD|WY|Cody|Yellowstone Regional Airport
KCOE|COE|ID|Coeur d'Alene|Coeur D'Alene - Pappy Boyington Field
KCOF|COF|FL|Cocoa Beach|Patrick Space Force Base
KCON|CON|NH|Concord|Concord Municipal Airport
KCOS|COS|CO|Colorado Springs|City of Colorado Springs Municipal Airport
KCOU|COU|MO|Columbia|Columbia Regional Airport
KCPF|CPF|KY|Hazard|Wendell H Ford Airport
KCPR|CPR|WY|Casper|Casper-Natrona County International Airport
KCRE|CRE|SC|North Myrtle Beach|Grand Strand Airport
KCRG|CRG|FL|Jacksonville|Jacksonville Executive at Craig Airport
KCRP|CRP|TX|Corpus Christi|Corpus Christi International Airport
KCRQ|CRQ|CA|Carlsbad|McClellan-Palomar Airport
KCRW|CRW|WV|Charleston|Yeager Airport
KCSG|CSG|GA|Columbus|Columbus Metropolitan Airport
KCSV|CSV|TN|Crossville|Crossville Memorial Whitson Field
KCTB|CTB|MT|Cut Bank|Cut Bank International Airport
KCUB|CUB|SC|Columbia|Jim Hamilton L.B. Owens Airport
KCVG|CVG|KY|Cincinnati / Covington|Cincinnati Northern Kentucky International Airport
KCVO|CVO|OR|Corvallis|Corvallis Municipal Airport
KCVS|CVS|NM|Clovis|Cannon Air Force Base
KCWA|CWA|WI|Mosinee|Central Wisconsin Airport
KCXO|CXO|TX|Houston|Conroe-North Houston Regional Airport
KCYS|CYS|WY|Cheyenne|Cheyenne Regional Jerry Olson Field
KDAA|DAA|VA|Fort Belvoir|Davison Army Air Field
KDAB|DAB|FL|Daytona Beach|Daytona Beach International Airport
KDAG|DAG|CA|Daggett|Barstow Daggett Airport
KDAL|DAL|TX|Dallas|Dallas Love Field
KDAN|DAN|VA|Danville|Danville Regional Airport
KDAY|DAY|OH|Dayton|James M Cox Dayton International Airport
KDBQ|DBQ|IA|Dubuque|Dubuque Regional Airport
KDCA|DCA|DC|Washington|Ronald Reagan Washington National Airport
KDDC|DDC|KS|Dodge City|Dodge City Regional Airport
KDEC|DEC|IL|Decatur|Decatur Airport
KDEN|DEN|CO|Denver|Denver International Airport
KDET|DET|MI|Detroit|Coleman A. Young Municipal Airport
KDFW|DFW|TX|Dallas-Fort Worth|Dallas Fort Worth International Airport
KDHN|DHN|AL|Dothan|Dothan Regional Airport
KDHT|DHT|TX|Dalhart|Dalhart Municipal Airport
KDIK|DIK|ND|Dickinson|Dickinson Theodore Roosevelt Regional Airport
KDLF|DLF|TX|Del Rio|Laughlin Air Force Base
KDLH|DLH|MN|Duluth|Duluth International Airport
KDLS|DLS|OR|Dallesport / The Dalles|Columbia Gorge Regional Airport
KDMA|DMA|AZ|Tucson|Davis Monthan Air Force Base
KDMN|DMN|NM|Deming|Deming Municipal Airport
KDNL|DNL|GA|Augusta|Daniel Field
KDOV|DOV|DE|Dover|Dover Air Force Base
KDPA|DPA|IL|Chicago/West Chicago|Dupage Airport
KDRA||NV|Mercury|Desert Rock Airport
KDRI|DRI|LA|DeRidder|Beauregard Regional Airport
KDRT|DRT|TX|Del Rio|Del Rio International Airport
KDSM|DSM|IA|Des Moines|Des Moines International Airport
KDTW|DTW|MI|Detroit|Detroit Metropolitan Wayne County Airport
KDUG|DUG|AZ|Douglas Bisbee|Bisbee Douglas International Airport
KDUJ|DUJ|PA|Dubois|DuBois Regional Airport
KDYS|DYS|TX|Abilene|Dyess Air Force Base
KEAR|EAR|NE|Kearney|Kearney Regional Airport
KEAT|EAT|WA|Wenatchee|Pangborn Memorial Airport
KEAU|EAU|WI|Eau Claire|Chippewa Valley Regional Airport
KECG|ECG|NC|Elizabeth City|Elizabeth City Regional Airport & Coast Guard Air Station
KECP|ECP|FL|Panama City Beach|Northwest Florida Beaches International Airport
KEDW|EDW|CA|Edwards|Edwards Air Force Base
KEED|EED|CA|Needles|Needles Airport
KEEN|EEN|NH|Keene|Dillant Hopkins Airport
KEET|EET|AL|Alabaster|Shelby County Airport
KEFD|EFD|TX|Houston|Ellington Airport
KEGE|EGE|CO|Eagle|Eagle County Regional Airport
KEGI|EGI|FL|Crestview|Duke Field
KEKA|EKA|CA|Eureka|Murray Field
KEKN|EKN|WV|Elkins|Elkins-Randolph County Regional Airport
KEKO|EKO|NV|Elko|Elko Regional Airport
KELD|ELD|AR|El Dorado|South Arkansas Regional Airport at Goodwin Field
KELM|ELM|NY|Elmira/Corning|Elmira Corning Regional Airport
KELO|ELO|MN|Ely|Ely Municipal Airport
KELP|ELP|TX|El Paso|El Paso International Airport
KELY|ELY|NV|Ely|Ely Airport Yelland Field
KEND|END|OK|Enid|Vance Air Force Base
KENV|ENV|UT|Wendover|Wendover Airport
KENW|ENW|WI|Kenosha|Kenosha Regional Airport
KERI|ERI|PA|Erie|Erie International Tom Ridge Field
KESF|ESF|LA|Alexandria|Esler Army Airfield / Esler Regional Airport
KEUG|EUG|OR|Eugene|Mahlon Sweet Field
KEVV|EVV|IN|Evansville|Evansville Regional Airport
KEVW|EVW|WY|Evanston|Evanston-Uinta County Airport-Burns Field
KEWB|EWB|MA|New Bedford|New Bedford Regional Airport
KEWN|EWN|NC|New Bern|Coastal Carolina Regional Airport
KEWR|EWR|NJ|Newark|Newark Liberty International Airport
KEYW|EYW|FL|Key West|Key West International Airport
KFAF|FAF|VA|Newport News (Fort Eustis)|Felker Army Air Field
KFAR|FAR|ND|Fargo|Hector International Airport
KFAT|FAT|CA|Fresno|Fresno Yosemite International Airport
KFAY|FAY|NC|Fayetteville|Fayetteville Regional Airport - Grannis Field
KFBG|FBG|NC|Fort Bragg|Simmons Army Air Field
KFCS|FCS|CO|Fort Carson|Butts AAF (Fort Carson) Air Field
KFDY|FDY|OH|Findlay|Findlay Airport
KFFO|FFO|OH|Dayton|Wright-Patterson Air Force Base
KFHU|FHU|AZ|Fort Huachuca / Sierra Vista|Sierra Vista Municipal Airport / Libby Army Air Field
KFKL|FKL|PA|Franklin|Venango Regional Airport
KFLG|FLG|AZ|Flagstaff|Flagstaff Pulliam International Airport
KFLL|FLL|FL|Fort Lauderdale|Fort Lauderdale Hollywood International Airport
KFLO|FLO|SC|Florence|Florence Regional Airport
KFME|FME|MD|Fort Meade(Odenton)|Tipton Airport
KFMN|FMN|NM|Farmington|Four Corners Regional Airport
KFMY|FMY|FL|Fort Myers|Page Field
KFNT|FNT|MI|Flint|Bishop International Airport
KFOD|FOD|IA|Fort Dodge|Fort Dodge Regional Airport
KFOE|FOE|KS|Topeka|Topeka Regional Airport
KFPR|FPR|FL|Fort Pierce|St Lucie County International Airport
KFRG|FRG|NY|Farmingdale|Republic Airport
KFRI|FRI|KS|Fort Riley (Junction City)|Marshall Army Air Field
KFSD|FSD|SD|Sioux Falls|Sioux Falls Regional Airport / Joe Foss Field
KFSI|FSI|OK|Fort Sill|Henry Post Army Air Field (Fort Sill)
KFSM|FSM|AR|Fort Smith|Fort Smith Regional Airport
KFST|FST|TX|Fort Stockton|Fort Stockton Pecos County Airport
KFTK|FTK|KY|Fort Knox|Godman Army Air Field
KFTW|FTW|TX|Fort Worth|Fort Worth Meacham International Airport
KFTY|FTY|GA|Atlanta|Fulton County Airport Brown Field
KFWA|FWA|IN|Fort Wayne|Fort Wayne International Airport
KFXE|FXE|FL|Fort Lauderdale|Fort Lauderdale Executive Airport
KFYV|FYV|AR|Fayetteville|Drake Field
KGCC|GCC|WY|Gillette|Northeast Wyoming Regional Airport
KGCK|GCK|KS|Garden City|Garden City Regional Airport
KGCN|GCN|AZ|Grand Canyon - Tusayan|Grand Canyon National Park Airport
KGDV|GDV|MT|Glendive|Dawson Community Airport
KGEG|GEG|WA|Spokane|Spokane International Airport
KGFK|GFK|ND|Grand Forks|Grand Forks International Airport
KGFL|GFL|NY|Glens Falls|Floyd Bennett Memorial Airport
KGGG|GGG|TX|Longview|East Texas Regional Airport
KGGW|GGW|MT|Glasgow|Wokal Field/Glasgow-Valley County Airport
KGJT|GJT|CO|Grand Junction|Grand Junction Regional Airport
KGLD|GLD|KS|Goodland|Goodland Municipal Airport
KGLH|GLH|MS|Greenville|Mid Delta Regional Airport
KGLS|GLS|TX|Galveston|Scholes International At Galveston Airport
KGMU|GMU|SC|Greenville|Greenville Downtown Airport
KGNV|GNV|FL|Gainesville|Gainesville Regional Airport
KGON|GON|CT|Groton|Groton New London Airport
KGPI|GPI|MT|Kalispell|Glacier Park International Airport
KGPT|GPT|MS|Gulfport|Gulfport Biloxi International Airport
KGRB|GRB|WI|Green Bay|Austin Straubel International Airport
KGRF|GRF|WA|Fort Lewis/Tacoma|Gray Army Air Field
KGRI|GRI|NE|Grand Island|Central Nebraska Regional Airport
KGRK|GRK|TX|Killeen|Killeen-Fort Hood Regional Airport / Robert Gray Army Air Field
KGRR|GRR|MI|Grand Rapids|Gerald R. Ford International Airport
KGSB|GSB|NC|Goldsboro|Seymour Johnson Air Force Base
KGSO|GSO|NC|Greensboro|Piedmont Triad International Airport
KGSP|GSP|SC|Greer|Greenville Spartanburg International Airport
KGTB|GTB|NY|Fort Drum|Wheeler Sack Army Air Field
KGTF|GTF|MT|Great Falls|Great Falls International Airport
KGTR|GTR|MS|Columbus/W Point/Starkville|Golden Triangle Regional Airport
KGUP|GUP|NM|Gallup|Gallup Municipal Airport
KGUS|GUS|IN|Peru|Grissom Air Reserve Base
KGUY|GUY|OK|Guymon|Guymon Municipal Airport
KGWO|GWO|MS|Greenwood|Greenwood–Leflore Airport
KGYY|GYY|IN|Gary|Gary Chicago International Airport
KHBG|HBG|MS|Hattiesburg|Hattiesburg Bobby L Chain Municipal Airport
KHBR|HBR|OK|Hobart|Hobart Regional Airport
KHFD|HFD|CT|Hartford|Hartford Brainard Airport
KHGR|HGR|MD|Hagerstown|Hagerstown Regional Richard A Henson Field
KHHR|HHR|CA|Hawthorne|Jack Northrop Field Hawthorne Municipal Airport
KHIB|HIB|MN|Hibbing|Range Regional Airport
KHIF|HIF|UT|Ogden|Hill Air Force Base
KHII|HII|AZ|Lake Havasu City|Lake Havasu City International Airport
KHIO|HIO|OR|Portland|Portland Hillsboro Airport
KHKY|HKY|NC|Hickory|Hickory Regional Airport
KHLG|HLG|WV|Wheeling|Wheeling Ohio County Airport
KHLN|HLN|MT|Helena|Helena Regional Airport
KHLR|HLR|TX|Fort Hood|Hood Army Air Field
KHMN|HMN|NM|Alamogordo|Holloman Air Force Base
KHOB|HOB|NM|Hobbs|Lea County Regional Airport
KHON|HON|SD|Huron|Huron Regional Airport
KHOP|HOP|KY|Fort Campbell|Campbell Army Airfield (Fort Campbell)
KHOT|HOT|AR|Hot Springs|Memorial Field Airport
KHOU|HOU|TX|Houston|William P Hobby Airport
KHPN|HPN|NY|White Plains|Westchester County Airport
KHQM|HQM|WA|Hoquiam|Bowerman Airport
KHRL|HRL|TX|Harlingen|Valley International Airport
KHRO|HRO|AR|Harrison|Boone County Airport
KHRT|HRT|FL|Mary Esther|Hurlburt Field
KHST|HST|FL|Homestead|Homestead ARB Airport
KHSV|HSV|AL|Huntsville|Huntsville International Carl T Jones Field
KHTS|HTS|WV|Huntington|Tri-State Airport / Milton J. Ferguson Field
KHUA|HUA|AL|Redstone Arsnl Huntsville|Redstone Army Air Field
KHUF|HUF|IN|Terre Haute|Terre Haute Regional Airport, Hulman Field
KHUL|HUL|ME|Houlton|Houlton International Airport
KHUT|HUT|KS|Hutchinson|Hutchinson Municipal Airport
KHVN|HVN|CT|New Haven|Tweed New Haven Airport
KHVR|HVR|MT|Havre|Havre City County Airport
KHYA|HYA|MA|Hyannis|Cape Cod Gateway Airport
KHYI|HYI|TX|San Marcos|San Marcos Regional Airport
KHYR|HYR|WI|Hayward|Sawyer County Airport
KHYS|HYS|KS|Hays|Hays Regional Airport
KHZY|HZY|OH|Ashtabula|Northeast Ohio Regional Airport
KIAB|IAB|KS|Wichita|McConnell Air Force Base
KIAD|IAD|VA|Dulles|Washington Dulles International Airport
KIAG|IAG|NY|Niagara Falls|Niagara Falls International Airport
KIAH|IAH|TX|Houston|George Bush Intercontinental Houston Airport
KICT|ICT|KS|Wichita|Wichita Eisenhower National Airport
KIDA|IDA|ID|Idaho Falls|Idaho Falls Regional Airport
KIFP|IFP|AZ|Bullhead City|Laughlin Bullhead International Airport
KIGM|IGM|AZ|Kingman|Kingman Airport
KIKK|IKK|IL|Kankakee|Greater Kankakee Airport
KILG|ILG|DE|Wilmington|New Castle Airport
KILM|ILM|NC|Wilmington|Wilmington International Airport
KILN|ILN|OH|Wilmington|Wilmington Airpark
KIND|IND|IN|Indianapolis|Indianapolis International Airport
KINK|INK|TX|Wink|Winkler County Airport
KINL|INL|MN|International Falls|Falls International Airport
KINT|INT|NC|Winston Salem|Smith Reynolds Airport
KINW|INW|AZ|Winslow|Winslow Lindbergh Regional Airport
KIPL|IPL|CA|Imperial|Imperial County Airport
KIPT|IPT|PA|Williamsport|Williamsport Regional Airport
KIRK|IRK|MO|Kirksville|Kirksville Regional Airport
KISM|ISM|FL|Orlando|Kissimmee Gateway Airport
KISO|ISO|NC|Kinston|Kinston Regional Jetport At Stallings Field
KISP|ISP|NY|Islip|Long Island Mac Arthur Airport
KITH|ITH|NY|Ithaca|Ithaca Tompkins Regional Airport
KIWA|IWA|AZ|Mesa|Phoenix–Mesa Gateway Airport
KJAC|JAC|WY|Jackson|Jackson Hole Airport
KJAN|JAN|MS|Jackson|Jackson-Medgar Wiley Evers International Airport
KJAX|JAX|FL|Jacksonville|Jacksonville International Airport
KJBR|JBR|AR|Jonesboro|Jonesboro Municipal Airport
KJCT|JCT|TX|Junction|Kimble County Airport
KJFK|JFK|NY|New York|John F Kennedy International Airport
KJHW|JHW|NY|Jamestown|Chautauqua County-Jamestown Airport
KJKL|JKL|KY|Jackson|Julian Carroll Airport
KJLN|JLN|MO|Joplin|Joplin Regional Airport
KJMS|JMS|ND|Jamestown|Jamestown Regional Airport
KJQF|JQF|NC|Concord|Concord-Padgett Regional Airport
KJST|JST|PA|Johnstown|John Murtha Johnstown Cambria County Airport
KJXN|JXN|MI|Jackson|Jackson County Airport/Reynolds Field
KKLS|KLS|WA|Kelso|Southwest Washington Regional Airport
KLAA|LAA|CO|Lamar|Southeast Colorado Regional Airport
KLAF|LAF|IN|West Lafayette|Purdue University Airport
KLAL|LAL|FL|Lakeland|Lakeland Linder International Airport
KLAN|LAN|MI|Lansing|Capital City Airport
KLAR|LAR|WY|Laramie|Laramie Regional Airport
KLAS|LAS|NV|Las Vegas|Harry Reid International Airport
KLAW|LAW|OK|Lawton|Lawton Fort Sill Regional Airport
KLAX|LAX|CA|Los Angeles|Los Angeles International Airport
KLBB|LBB|TX|Lubbock|Lubbock Preston Smith International Airport
KLBE|LBE|PA|Latrobe|Arnold Palmer Regional Airport
KLBF|LBF|NE|North Platte|North Platte Regional Airport Lee Bird Field
KLBL|LBL|KS|Liberal|Liberal Mid-America Regional Airport
KLBT|LBT|NC|Lumberton|Lumberton Regional Airport
KLBX|LBX|TX|Angleton|Texas Gulf Coast Regional Airport
KLCH|LCH|LA|Lake Charles|Lake Charles Regional Airport
KLCK|LCK|OH|Columbus|Rickenbacker International Airport
KLEB|LEB|NH|Lebanon|Lebanon Municipal Airport
KLEE|LEE|FL|Leesburg|Leesburg International Airport
KLEX|LEX|KY|Lexington|Blue Grass Airport
KLFI|LFI|VA|Hampton|Langley Air Force Base
KLFK|LFK|TX|Lufkin|Angelina County Airport
KLFT|LFT|LA|Lafayette|Lafayette Regional Airport
KLGA|LGA|NY|New York|La Guardia Airport
KLGB|LGB|CA|Long Beach|Long Beach Airport (Daugherty Field)
KLGU|LGU|UT|Logan|Logan-Cache Airport
KLIT|LIT|AR|Little Rock|Bill & Hillary Clinton National Airport/Adams Field
KLLQ|LLQ|AR|Monticello|Monticello Municipal Ellis Field
KLMT|LMT|OR|Klamath Falls|Crater Lake-Klamath Regional Airport
KLND|LND|WY|Lander|Hunt Field
KLNK|LNK|NE|Lincoln|Lincoln Airport
KLNS|LNS|PA|Lancaster|Lancaster Airport
KLOL|LOL|NV|Lovelock|Derby Field
KLOU|LOU|KY|Louisville|Bowman Field
KLOZ|LOZ|KY|London|London-Corbin Airport/Magee Field
KLRD|LRD|TX|Laredo|Laredo International Airport
KLRF|LRF|AR|Jacksonville|Little Rock Air Force Base
KLRU|LRU|NM|Las Cruces|Las Cruces International Airport
KLSE|LSE|WI|La Crosse|La Crosse Regional Airport
KLSF|LSF|GA|Fort Benning|Lawson Army Air Field
KLSV|LSV|NV|Las Vegas|Nellis Air Force Base
KLTS|LTS|OK|Altus|Altus Air Force Base
KLUF|LUF|AZ|Glendale|Luke Air Force Base
KLUK|LUK|OH|Cincinnati|Cincinnati Municipal Airport Lunken Field
KLVM|LVM|MT|Livingston|Mission Field
KLVS|LVS|NM|Las Vegas|Las Vegas Municipal Airport
KLWB|LWB|WV|Lewisburg|Greenbrier Valley Airport
KLWM|LWM|MA|Lawrence|Lawrence Municipal Airport
KLWS|LWS|ID|Lewiston|Lewiston Nez Perce County Airport
KLWT|LWT|MT|Lewistown|Lewistown Municipal Airport
KLYH|LYH|VA|Lynchburg|Lynchburg Regional Airport - Preston Glenn Field
KMAF|MAF|TX|Midland|Midland International Air and Space Port
KMBG|MBG|SD|Mobridge|Mobridge Municipal Airport
KMBS|MBS|MI|Saginaw|MBS International Airport
KMCB|MCB|MS|McComb|McComb-Pike County Airport / John E Lewis Field
KMCC|MCC|CA|Sacramento|McClellan Airfield
KMCE|MCE|CA|Merced|Merced Regional Macready Field
KMCF|MCF|FL|Tampa|MacDill Air Force Base
KMCI|MCI|MO|Kansas City|Kansas City International Airport
KMCK|MCK|NE|Mc Cook|Mc Cook Ben Nelson Regional Airport
KMCN|MCN|GA|Macon|Middle Georgia Regional Airport
KMCO|MCO|FL|Orlando|Orlando International Airport
KMCW|MCW|IA|Clear Lake|Mason City Municipal Airport
KMDH|MDH|IL|Carbondale/Murphysboro|Southern Illinois Airport
KMDT|MDT|PA|Harrisburg|Harrisburg International Airport
KMDW|MDW|IL|Chicago|Chicago Midway International Airport
KMEI|MEI|MS|Meridian|Key Field / Meridian Regional Airport
KMEM|MEM|TN|Memphis|Memphis International Airport
KMER|MER|CA|Merced|Castle Airport
KMFD|MFD|OH|Mansfield|Mansfield Lahm Regional Airport
KMFE|MFE|TX|McAllen|McAllen Miller International Airport
KMFR|MFR|OR|Medford|Rogue Valley International Medford Airport
KMGE|MGE|GA|Marietta|Dobbins Air Reserve Base
KMGM|MGM|AL|Montgomery|Montgomery Regional (Dannelly Field) Airport
KMGW|MGW|WV|Morgantown|Morgantown Municipal Airport Walter L. (Bill) Hart Field
KMHK|MHK|KS|Manhattan|Manhattan Regional Airport
KMHR|MHR|CA|Sacramento|Sacramento Mather Airport
KMHT|MHT|NH|Manchester|Manchester-Boston Regional Airport
KMIA|MIA|FL|Miami|Miami International Airport
KMIB|MIB|ND|Minot|Minot Air Force Base
KMIE|MIE|IN|Muncie|Delaware County Johnson Field
KMIV|MIV|NJ|Millville|Millville Municipal Airport
KMKC|MKC|MO|Kansas City|Charles B. Wheeler Downtown Airport
KMKE|MKE|WI|Milwaukee|General Mitchell International Airport
KMKG|MKG|MI|Muskegon|Muskegon County Airport
KMKL|MKL|TN|Jackson|McKellar-Sipes Regional Airport
KMLB|MLB|FL|Melbourne|Melbourne Orlando International Airport
KMLC|MLC|OK|Mc Alester|Mc Alester Regional Airport
KMLI|MLI|IL|Moline|Quad City International Airport
KMLS|MLS|MT|Miles City|Miles City Airport - Frank Wiley Field
KMLU|MLU|LA|Monroe|Monroe Regional Airport
KMMT|MMT|SC|Eastover|Mc Entire Joint National Guard Base
KMMU|MMU|NJ|Morristown|Morristown Municipal Airport
KMMV|MMV|OR|Mc Minnville|Mc Minnville Municipal Airport
KMOB|MOB|AL|Mobile|Mobile Regional Airport
KMOD|MOD|CA|Modesto|Modesto City Co-Harry Sham Field
KMOT|MOT|ND|Minot|Minot International Airport
KMPV|MPV|VT|Barre/Montpelier|Edward F Knapp State Airport
KMQY|MQY|TN|Smyrna|Smyrna Airport
KMRB|MRB|WV|Martinsburg|Eastern WV Regional Airport/Shepherd Field
KMRY|MRY|CA|Monterey|Monterey Peninsula Airport
KMSL|MSL|AL|Muscle Shoals|Northwest Alabama Regional Airport
KMSN|MSN|WI|Madison|Dane County Regional Truax Field
KMSO|MSO|MT|Missoula|Missoula International Airport
KMSP|MSP|MN|Minneapolis|Minneapolis–Saint Paul International Airport / Wold–Chamberlain Field
KMSS|MSS|NY|Massena|Massena International Airport Richards Field
KMSY|MSY|LA|New Orleans|Louis Armstrong New Orleans International Airport
KMTC|MTC|MI|Mount Clemens|Selfridge Air National Guard Base Airport
KMTH|MTH|FL|Marathon|The Florida Keys Marathon Airport
KMTJ|MTJ|CO|Montrose|Montrose Regional Airport
KMTN|MTN|MD|Baltimore|Martin State Airport
KMUI|MUI|PA|Fort Indiantown Gap(Annville)|Muir Army Air Field (Fort Indiantown Gap) Airport
KMUO|MUO|ID|Mountain Home|Mountain Home Air Force Base
KMWH|MWH|WA|Moses Lake|Grant County International Airport
KMXF|MXF|AL|Montgomery|Maxwell Air Force Base
KMYL|MYL|ID|McCall|McCall Municipal Airport
KMYR|MYR|SC|Myrtle Beach|Myrtle Beach International Airport
KMYV|MYV|CA|Marysville|Yuba County Airport
KNBC|NBC|SC|Beaufort|Beaufort MCAS - Merritt Field
KNBG|NBG|LA|New Orleans|New Orleans NAS JRB/Alvin Callender Field
KNCA|NCA|NC|Jacksonville|MCAS New River / McCutcheon Field
KNDZ|NDZ|FL|Milton|Whiting Field Naval Air Station South Airport
KNEL|NEL|NJ|Lakehurst|Lakehurst Maxfield Field Airport
KNEW|NEW|LA|New Orleans|Lakefront Airport
KNFG|NFG|CA|Oceanside|Camp Pendleton MCAS (Munn Field) Airport
KNFL|NFL|NV|Fallon|Fallon Naval Air Station
KNFW|NFW|TX|Fort Worth|NAS Fort Worth JRB / Carswell Field
KNGP|NGP|TX|Corpus Christi|Corpus Christi Naval Air Station/Truax Field
KNGU|NGU|VA|Norfolk|Norfolk Naval Station (Chambers Field)
KNHK|NHK|MD|Patuxent River|Patuxent River Naval Air Station (Trapnell Field)
KNHZ|BXM|ME|Brunswick|Brunswick Executive Airport
KNID|NID|CA|China Lake|China Lake Naws (Armitage Field) Airport
KNIP|NIP|FL|Jacksonville|Jacksonville Naval Air Station (Towers Field)
KNJK|NJK|CA|El Centro|El Centro NAF Airport (Vraciu Field)
KNKT|NKT|NC|Cherry Point|Cherry Point MCAS /Cunningham Field/
KNKX|NKX|CA|San Diego|Miramar Marine Corps Air Station - Mitscher Field
KNLC|NLC|CA|Lemoore|Lemoore Naval Air Station (Reeves Field) Airport
KNMM|NMM|MS|Lauderdale|Naval Air Station Meridian / McCain Field
KNPA|NPA|FL|Pensacola|Naval Air Station Pensacola Forrest Sherman Field
KNQA|NQA|TN|Millington|Millington-Memphis Airport
KNQI|NQI|TX|Kingsville|Kingsville Naval Air Station
KNQX|NQX|FL|Key West|Naval Air Station Key West/Boca Chica Field
KNRB|NRB|FL|Jacksonville|Naval Station Mayport / Admiral David L McDonald Field
KNSE|NSE|FL|Milton|Whiting Field Naval Air Station - North
KNTD|NTD|CA|Point Mugu|Point Mugu Naval Air Station (Naval Base Ventura Co)
KNTU|NTU|VA|Virginia Beach|Oceana Naval Air Station
KNUQ|NUQ|CA|Mountain View|Moffett Federal Airfield
KNUW|NUW|WA|Oak Harbor|Whidbey Island Naval Air Station (Ault Field)
KNXP|NXP|CA|Twentynine Palms|Twentynine Palms Strategic Expeditionary Landing Field
KNYG|NYG|VA|Quantico|Quantico Marine Corps Airfield / Turner Field
KNYL|NYL|AZ|Yuma|Yuma International Airport / Marine Corps Air Station Yuma
KNZY|NZY|CA|San Diego|North Island Naval Air Station-Halsey Field
KOAJ|OAJ|NC|Richlands|Albert J Ellis Airport
KOAK|OAK|CA|Oakland|Metropolitan Oakland International Airport
KOFF|OFF|NE|Omaha|Offutt Air Force Base
KOFK|OFK|NE|Norfolk|Karl Stefan Memorial Airport
KOGB|OGB|SC|Orangeburg|Orangeburg Municipal Airport
KOGD|OGD|UT|Ogden|Ogden Hinckley Airport
KOKC|OKC|OK|Oklahoma City|Will Rogers World Airport
KOLF|OLF|MT|Wolf Point|L M Clayton Airport
KOLM|OLM|WA|Olympia|Olympia Regional Airport
KOLS|OLS|AZ|Nogales|Nogales International Airport
KOLU|OLU|NE|Columbus|Columbus Municipal Airport
KOMA|OMA|NE|Omaha|Eppley Airfield
KONO|ONO|OR|Oregon|Ontario Municipal Airport
KONP|ONP|OR|Newport|Newport Municipal Airport
KONT|ONT|CA|Ontario|Ontario International Airport
KOPF|OPF|FL|Miami|Miami-Opa Locka Executive Airport
KOQU|OQU|RI|North Kingstown|Quonset State Airport
KORD|ORD|IL|Chicago|Chicago O'Hare International Airport
KORF|ORF|VA|Norfolk|Norfolk International Airport
KORH|ORH|MA|Worcester|Worcester Regional Airport
KOSH|OSH|WI|Oshkosh|Wittman Regional Airport
KOSU|OSU|OH|Columbus|The Ohio State University Airport - Don Scott Field
KOTH|OTH|OR|North Bend|Southwest Oregon Regional Airport
KOTM|OTM|IA|Ottumwa|Ottumwa Regional Airport
KOWB|OWB|KY|Owensboro|Owensboro Daviess County Airport
KOWD|OWD|MA|Norwood|Norwood Memorial Airport
KOXR|OXR|CA|Oxnard|Oxnard Airport
KOZR|OZR|AL|Fort Rucker/Ozark|Cairns AAF (Fort Rucker) Air Field
KPAE|PAE|WA|Everett|Snohomish County (Paine Field) Airport
KPAH|PAH|KY|Paducah|Barkley Regional Airport
KPAM|PAM|FL|Panama City|Tyndall Air Force Base
KPBF|PBF|AR|Pine Bluff|Pine Bluff Regional Airport, Grider Field
KPBG|PBG|NY|Plattsburgh|Plattsburgh International Airport
KPBI|PBI|FL|West Palm Beach|Palm Beach International Airport
KPDK|PDK|GA|Atlanta|DeKalb Peachtree Airport
KPDT|PDT|OR|Pendleton|Eastern Oregon Regional Airport at Pendleton
KPDX|PDX|OR|Portland|Portland International Airport
KPGA|PGA|AZ|Page|Page Municipal Airport
KPGD|PGD|FL|Punta Gorda|Charlotte County Airport
KPGV|PGV|NC|Greenville|Pitt Greenville Airport
KPHF|PHF|VA|Newport News|Newport News Williamsburg International Airport
KPHL|PHL|PA|Philadelphia|Philadelphia International Airport
KPHX|PHX|AZ|Phoenix|Phoenix Sky Harbor International Airport
KPIA|PIA|IL|Peoria|General Wayne A. Downing Peoria International Airport
KPIB|PIB|MS|Moselle|Hattiesburg Laurel Regional Airport
KPIE|PIE|FL|Pinellas Park|St. Petersburg Clearwater International Airport
KPIH|PIH|ID|Pocatello|Pocatello Regional Airport
KPIR|PIR|SD|Pierre|Pierre Regional Airport
KPIT|PIT|PA|Pittsburgh|Pittsburgh International Airport
KPKB|PKB|WV|Parkersburg|Mid Ohio Valley Regional Airport
KPLN|PLN|MI|Pellston|Pellston Regional Airport of Emmet County Airport
KPMD|PMD|CA|Palmdale|Palmdale Regional Airport / USAF Plant 42 Airport
KPNA|PNA|WY|Pinedale|Ralph Wenz Field
KPNC|PNC|OK|Ponca City|Ponca City Regional Airport
KPNE|PNE|PA|Philadelphia|Northeast Philadelphia Airport
KPNS|PNS|FL|Pensacola|Pensacola International Airport
KPOB|POB|NC|Fort Bragg|Pope Field
KPOE|POE|LA|Fort Polk|Polk Army Air Field
KPOU|POU|NY|Poughkeepsie|Dutchess County Airport
KPQI|PQI|ME|Presque Isle|Presque Isle International Airport
KPRB|PRB|CA|Paso Robles|Paso Robles Municipal Airport
KPRC|PRC|AZ|Prescott|Prescott International Airport - Ernest A. Love Field
KPRX|PRX|TX|Paris|Cox Field
KPSC|PSC|WA|Pasco|Tri Cities Airport
KPSM|PSM|NH|Portsmouth|Portsmouth International at Pease Airport
KPSP|PSP|CA|Palm Springs|Palm Springs International Airport
KPTK|PTK|MI|Pontiac|Oakland County International Airport
KPUB|PUB|CO|Pueblo|Pueblo Memorial Airport
KPUW|PUW|WA|Pullman/Moscow|Pullman Moscow Regional Airport
KPVD|PVD|RI|Warwick|Theodore Francis Green State Airport
KPVU|PVU|UT|Provo|Provo-Utah Lake International Airport
KPWK|PWK|IL|Chicago/Prospect Heights/Wheeling|Chicago Executive Airport
KPWM|PWM|ME|Portland|Portland International Jetport
KPWT|PWT|WA|Bremerton|Bremerton National Airport
KRAL|RAL|CA|Riverside|Riverside Municipal Airport
KRAP|RAP|SD|Rapid City|Rapid City Regional Airport
KRBL|RBL|CA|Red Bluff|Red Bluff Municipal Airport
KRCA|RCA|SD|Rapid City|Ellsworth Air Force Base
KRDD|RDD|CA|Redding|Redding Municipal Airport
KRDG|RDG|PA|Reading|Reading Regional Airport (Carl A Spaatz Field)
KRDM|RDM|OR|Redmond|Roberts Field
KRDR|RDR|ND|Grand Forks|Grand Forks Air Force Base
KRDU|RDU|NC|Raleigh/Durham|Raleigh Durham International Airport
KRFD|RFD|IL|Chicago/Rockford|Chicago Rockford International Airport
KRHI|RHI|WI|Rhinelander|Rhinelander Oneida County Airport
KRIC|RIC|VA|Richmond|Richmond International Airport
KRIL|RIL|CO|Rifle|Garfield County Regional Airport
KRIV|RIV|CA|Riverside|March Air Reserve Base
KRIW|RIW|WY|Riverton|Central Wyoming Regional Airport
KRKS|RKS|WY|Rock Springs|Southwest Wyoming Regional Airport
KRME|RME|NY|Rome|Griffiss International Airport
KRMG|RMG|GA|Rome|Richard B Russell Airport
KRND|RND|TX|Universal City|Randolph Air Force Base
KRNH|RNH|WI|New Richmond|New Richmond Regional Airport
KRNO|RNO|NV|Reno|Reno Tahoe International Airport
KROA|ROA|VA|Roanoke|Roanoke–Blacksburg Regional Airport
KROC|ROC|NY|Rochester|Frederick Douglass Greater Rochester International Airport
KROW|ROW|NM|Roswell|Roswell Air Center Airport
KRSL|RSL|KS|Russell|Russell Municipal Airport
KRST|RST|MN|Rochester|Rochester International Airport
KRSW|RSW|FL|Fort Myers|Southwest Florida International Airport
KRUT|RUT|VT|Rutland|Rutland - Southern Vermont Regional Airport
KRVS|RVS|OK|Tulsa|Richard Lloyd Jones Jr Airport
KRWF|RWF|MN|Redwood Falls|Redwood Falls Municipal Airport
KRWI|RWI|NC|Rocky Mount|Rocky Mount Wilson Regional Airport
KRWL|RWL|WY|Rawlins|Rawlins Municipal Airport/Harvey Field
KRYY|RYY|GA|Atlanta|Cobb County International Airport-McCollum Field
KSAC|SAC|CA|Sacramento|Sacramento Executive Airport
KSAF|SAF|NM|Santa Fe|Santa Fe Municipal Airport
KSAN|SAN|CA|San Diego|San Diego International Airport
KSAT|SAT|TX|San Antonio|San Antonio International Airport
KSAV|SAV|GA|Savannah|Savannah Hilton Head International Airport
KSAW|SAW|MI|Gwinn|Sawyer International Airport
KSBA|SBA|CA|Santa Barbara|Santa Barbara Municipal Airport
KSBD|SBD|CA|San Bernardino|San Bernardino International Airport
KSBN|SBN|IN|South Bend|South Bend Regional Airport
KSBP|SBP|CA|San Luis Obispo|San Luis County Regional Airport
KSBY|SBY|MD|Salisbury|Salisbury Ocean City Wicomico Regional Airport
KSCH|SCH|NY|Schenectady|Schenectady County Airport
KSCK|SCK|CA|Stockton|Stockton Metropolitan Airport
KSDF|SDF|KY|Louisville|Louisville Muhammad Ali International Airport
KSDM|SDM|CA|San Diego|Brown Field Municipal Airport
KSDY|SDY|MT|Sidney|Sidney - Richland Regional Airport
KSEA|SEA|WA|Seattle|Seattle–Tacoma International Airport
KSFB|SFB|FL|Orlando|Orlando Sanford International Airport
KSFF|SFF|WA|Spokane|Felts Field
KSFO|SFO|CA|San Francisco|San Francisco International Airport
KSGF|SGF|MO|Springfield|Springfield Branson National Airport
KSGH|SGH|OH|Springfield|Springfield-Beckley Municipal Airport
KSGJ|SGJ|FL|St Augustine|Northeast Florida Regional Airport
KSGR|SGR|TX|Houston|Sugar Land Regional Airport
KSGU|SGU|UT|St George|St George Regional Airport
KSHD|SHD|VA|Weyers Cave|Shenandoah Valley Regional Airport
KSHR|SHR|WY|Sheridan|Sheridan County Airport
KSHV|SHV|LA|Shreveport|Shreveport Regional Airport
KSJC|SJC|CA|San Jose|Norman Y. Mineta San Jose International Airport
KSJT|SJT|TX|San Angelo|San Angelo Regional Mathis Field
KSKA|SKA|WA|Spokane|Fairchild Air Force Base
KSKF|SKF|TX|San Antonio|Lackland Air Force Base
KSLC|SLC|UT|Salt Lake City|Salt Lake City International Airport
KSLE|SLE|OR|Salem|Salem Municipal Airport/McNary Field
KSLI|SLI|CA|Los Alamitos|Los Alamitos Army Air Field
KSLK|SLK|NY|Saranac Lake|Adirondack Regional Airport
KSLN|SLN|KS|Salina|Salina Municipal Airport
KSME|SME|KY|Somerset|Lake Cumberland Regional Airport
KSMF|SMF|CA|Sacramento|Sacramento International Airport
KSMN|SMN|ID|Salmon|Lemhi County Airport
KSMO|SMO|CA|Santa Monica|Santa Monica Municipal Airport
KSMX|SMX|CA|Santa Maria|Santa Maria Public Airport Captain G Allan Hancock Field
KSNA|SNA|CA|Santa Ana|John Wayne Airport-Orange County Airport
KSNS|SNS|CA|Salinas|Salinas Municipal Airport
KSNY|SNY|NE|Sidney|Sidney Municipal-Lloyd W Carr Field
KSOA|SOA|TX|Sonora|Sonora Municipal Airport
KSPI|SPI|IL|Springfield|Abraham Lincoln Capital Airport
KSPS|SPS|TX|Wichita Falls|Sheppard Air Force Base / Wichita Falls Municipal Airport
KSRQ|SRQ|FL|Sarasota/Bradenton|Sarasota Bradenton International Airport
KSRR|SRR|NM|Alto|Sierra Blanca Regional Airport
KSSC|SSC|SC|Sumter|Shaw Air Force Base
KSSF|SSF|TX|San Antonio|Stinson Municipal Airport
KSSI|SSI|GA|St Simons Island|St Simons Island Airport
KSTC|STC|MN|Saint Cloud|Saint Cloud Regional Airport
KSTJ|STJ|MO|St Joseph|Rosecrans Memorial Airport
KSTL|STL|MO|St Louis|St Louis Lambert International Airport
KSTP|STP|MN|St Paul|St Paul Downtown Holman Field
KSTS|STS|CA|Santa Rosa|Charles M. Schulz Sonoma County Airport
KSUN|SUN|ID|Hailey|Friedman Memorial Airport
KSUS|SUS|MO|St Louis|Spirit of St Louis Airport
KSUU|SUU|CA|Fairfield|Travis Air Force Base
KSUX|SUX|IA|Sioux City|Sioux Gateway Airport / Brigadier General Bud Day Field
KSUZ|SUZ|AR|Benton|Saline County Regional Airport
KSVN|SVN|GA|Savannah|Hunter Army Air Field
KSWF|SWF|NY|Newburgh|New York Stewart International Airport
KSWO|SWO|OK|Stillwater|Stillwater Regional Airport
KSYR|SYR|NY|Syracuse|Syracuse Hancock International Airport
KSZL|SZL|MO|Knob Noster|Whiteman Air Force Base
KTBN|TBN|MO|Fort Leonard Wood|Waynesville-St. Robert Regional Airport-Forney Field
KTCC|TCC|NM|Tucumcari|Tucumcari Municipal Airport
KTCL|TCL|AL|Tuscaloosa|Tuscaloosa Regional Airport
KTCM|TCM|WA|Tacoma|McChord Air Force Base
KTCS|TCS|NM|Truth or Consequences|Truth or Consequences Municipal Airport
KTEB|TEB|NJ|Teterboro|Teterboro Airport
KTIK|TIK|OK|Oklahoma City|Tinker Air Force Base
KTIW|TIW|WA|Tacoma|Tacoma Narrows Airport
KTIX|TIX|FL|Titusville|Space Coast Regional Airport
KTLH|TLH|FL|Tallahassee|Tallahassee Regional Airport
KTMB|TMB|FL|Miami|Miami Executive Airport
KTOI|TOI|AL|Troy|Troy Municipal Airport at N Kenneth Campbell Field
KTOL|TOL|OH|Toledo|Eugene F. Kranz Toledo Express Airport
KTOP|TOP|KS|Topeka|Philip Billard Municipal Airport
KTPA|TPA|FL|Tampa|Tampa International Airport
KTPH|TPH|NV|Tonopah|Tonopah Airport
KTPL|TPL|TX|Temple|Draughon Miller Central Texas Regional Airport
KTRI|TRI|TN|Blountville|Tri-Cities Regional TN/VA Airport
KTRK|TRK|CA|Truckee|Truckee Tahoe Airport
KTRM|TRM|CA|Palm Springs|Jacqueline Cochran Regional Airport
KTTD|TTD|OR|Portland|Portland Troutdale Airport
KTTN|TTN|NJ|Trenton|Trenton Mercer Airport
KTTS|TTS|FL|Titusville|NASA Shuttle Landing Facility Airport
KTUL|TUL|OK|Tulsa|Tulsa International Airport
KTUP|TUP|MS|Tupelo|Tupelo Regional Airport
KTUS|TUS|AZ|Tucson|Tucson International Airport / Morris Air National Guard Base
KTVC|TVC|MI|Traverse City|Cherry Capital Airport
KTVL|TVL|CA|South Lake Tahoe|Lake Tahoe Airport
KTWF|TWF|ID|Twin Falls|Joslin Field Magic Valley Regional Airport
KTXK|TXK|AR|Texarkana|Texarkana Regional Airport (Webb Field)
KTYR|TYR|TX|Tyler|Tyler Pounds Regional Airport
KTYS|TYS|TN|Alcoa|McGhee Tyson Airport
KUAO|UAO|OR|Aurora|Aurora State Airport
KUIN|UIN|IL|Quincy|Quincy Regional Baldwin Field
KUKI|UKI|CA|Ukiah|Ukiah Municipal Airport
KUNV|UNV|PA|State College|University Park Airport
KUOX|UOX|MS|Oxford|University Oxford Airport
KUTS|UTS|TX|Huntsville|Huntsville Regional Airport
KVAD|VAD|GA|Valdosta|Moody Air Force Base
KVBG|VBG|CA|Lompoc|Vandenberg Space Force Base
KVCT|VCT|TX|Victoria|Victoria Regional Airport
KVEL|VEL|UT|Vernal|Vernal Regional Airport
KVGT|VGT|NV|Las Vegas|North Las Vegas Metropolitan International Airport
KVIS|VIS|CA|Visalia|Visalia Municipal Airport
KVLD|VLD|GA|Valdosta|Valdosta Regional Airport
KVNY|VNY|CA|Van Nuys|Van Nuys Airport
KVOK|VOK|WI|Camp Douglas|Volk Field
KVPS|VPS|FL|Valparaiso|Destin-Fort Walton Beach Airport
KVPZ|VPZ|IN|Valparaiso|Porter County Municipal Airport
KVRB|VRB|FL|Vero Beach|Vero Beach Regional Airport
KVTN|VTN|NE|Valentine|Miller Field
KWJF|WJF|CA|Lancaster|General William J Fox Airfield
KWMC|WMC|NV|Winnemucca|Winnemucca Municipal Airport
KWRB|WRB|GA|Warner Robins|Robins Air Force Base
KWRI|WRI|NJ|Wrightstown|Mc Guire Air Force Base
KWRL|WRL|WY|Worland|Worland Municipal Airport
KWWD|WWD|NJ|Wildwood|Cape May County Airport
KWWR|WWR|OK|Woodward|West Woodward Airport
KWYS|WYS|MT|West Yellowstone|Yellowstone Airport
KXMR|XMR|FL|Cocoa Beach|Cape Canaveral SFS Skid Strip
KXNA|XNA|AR|Fayetteville/Springdale/Rogers|Northwest Arkansas Regional Airport
KXTA||NV|Groom Lake|Homey (Area 51) Airport
KYIP|YIP|MI|Detroit|Willow Run Airport
KYKM|YKM|WA|Yakima|Yakima Air Terminal McAllister Field
KYKN|YKN|SD|Yankton|Chan Gurney Municipal Airport
KYNG|YNG|OH|Youngstown/Warren|Youngstown Warren Regional Airport
KZZV|ZZV|OH|Zanesville|Zanesville Municipal Airport
NSFQ|FAQ|AS|Fitiuta Village|Fitiuta Airport
NSTU|PPG|AS|Pago Pago|Pago Pago International Airport
PAAQ|PAQ|AK|Palmer|Warren "Bud" Woods Palmer Municipal Airport
PABA|BTI|AK|Barter Island|Barter Island Long Range Radar Station Airport
PABE|BET|AK|Bethel|Bethel Airport
PABI|BIG|AK|Delta Junction Ft Greely|Allen Army Airfield
PABL|BVK|AK|Buckland|Buckland Airport
PABR|BRW|AK|Utqiaġvik|Wiley Post Will Rogers Memorial Airport
PABT|BTT|AK|Bettles|Bettles Airport
PABV|BCV|AK|Birchwood|Birchwood Airport
PACD|CDB|AK|Cold Bay|Cold Bay Airport
PACL||AK|Clear|Clear Airport
PACM|SCM|AK|Scammon Bay|Scammon Bay Airport
PACV|CDV|AK|Cordova|Merle K (Mudhole) Smith Airport
PACZ|CZF|AK|Cape Romanzof|Cape Romanzof LRRS Airport
PADE|DEE|AK|Deering|Deering Airport
PADK|ADK|AK|Adak|Adak Airport
PADL|DLG|AK|Dillingham|Dillingham Airport
PADM|MDM|AK|Marshall|Marshall Don Hunter Sr Airport
PADQ|ADQ|AK|Kodiak|Kodiak Airport
PADU|DUT|AK|Unalaska|Tom Madsen (Dutch Harbor) Airport
PAED|EDF|AK|Anchorage|Elmendorf Air Force Base
PAEH|EHM|AK|Cape Newenham|Cape Newenham LRRS Airport
PAEI|EIL|AK|Fairbanks|Eielson Air Force Base
PAEM|ENM|AK|Emmonak|Emmonak Airport
PAEN|ENA|AK|Kenai|Kenai Municipal Airport
PAFA|FAI|AK|Fairbanks|Fairbanks International Airport
PAFB|FBK|AK|Fairbanks|Ladd Army Airfield
PAFE|AFE|AK|Kake|Kake Airport
PAFM|AFM|AK|Ambler|Ambler Airport
PAGA|GAL|AK|Galena|Edward G. Pitka Sr Airport
PAGK|GKN|AK|Gulkana|Gulkana Airport
PAGM|GAM|AK|Gambell|Gambell Airport
PAGS|GST|AK|Gustavus|Gustavus Airport
PAHC|HCA|AK|Holy Cross|Holy Cross Airport
PAHL|HLA|AK|Huslia|Huslia Airport
PAHN|HNS|AK|Haines|Haines Airport
PAHO|HOM|AK|Homer|Homer Airport
PAHP|HPB|AK|Hooper Bay|Hooper Bay Airport
PAII|EII|AK|Egegik|Egegik Airport
PAIK|IAN|AK|Kiana|Bob Baker Memorial Airport
PAIL|ILI|AK|Iliamna|Iliamna Airport
PAIM|UTO|AK|Utopia Creek|Indian Mountain LRRS Airport
PAJN|JNU|AK|Juneau|Juneau International Airport
PAKN|AKN|AK|King Salmon|King Salmon Airport
PAKP|AKP|AK|Anaktuvuk Pass|Anaktuvuk Pass Airport
PAKT|KTN|AK|Ketchikan|Ketchikan International Airport
PAKW|AKW|AK|Klawock|Klawock Airport
PALU|LUR|AK|Cape Lisburne|Cape Lisburne LRRS Airport
PAMC|MCG|AK|McGrath|McGrath Airport
PAMR|MRI|AK|Anchorage|Merrill Field
PAMY|MYU|AK|Mekoryuk|Mekoryuk Airport
PANC|ANC|AK|Anchorage|Ted Stevens Anchorage International Airport
PANI|ANI|AK|Aniak|Aniak Airport
PANN|ENN|AK|Nenana|Nenana Municipal Airport
PANT|ANN|AK|Metlakatla|Annette Island Airport
PANV|ANV|AK|Anvik|Anvik Airport
PAOM|OME|AK|Nome|Nome Airport
PAOR|ORT|AK|Northway|Northway Airport
PAOT|OTZ|AK|Kotzebue|Ralph Wien Memorial Airport
PAPB|PBV|AK|St George|St George Airport
PAPC|KPC|AK|Port Clarence|Port Clarence Coast Guard Station
PAPG|PSG|AK|Petersburg|Petersburg James A Johnson Airport
PAPH|PTH|AK|Port Heiden|Port Heiden Airport
PAPM|PTU|AK|Platinum|Platinum Airport
PAQT|AQT|AK|Nuiqsut|Nuiqsut Airport
PARC|ARC|AK|Arctic Village|Arctic Village Airport
PARY|RBY|AK|Ruby|Ruby Airport
PASA|SVA|AK|Savoonga|Savoonga Airport
PASC|SCC|AK|Deadhorse|Deadhorse Airport
PASD|SDP|AK|Sand Point|Sand Point Airport
PASH|SHH|AK|Shishmaref|Shishmaref Airport
PASI|SIT|AK|Sitka|Sitka Rocky Gutierrez Airport
PASM|KSM|AK|St Mary's|St Mary's Airport
PASN|SNP|AK|St Paul Island|St Paul Island Airport
PASV|SVW|AK|Sparrevohn|Sparrevohn LRRS Airport
PASX|SXQ|AK|Soldotna|Soldotna Airport
PASY|SYA|AK|Shemya|Eareckson Air Station
PATG|TOG|AK|Togiak Village|Togiak Airport
PATK|TKA|AK|Talkeetna|Talkeetna Airport
PATL|TLJ|AK|Takotna|Tatalina LRRS Airport
PATQ|ATK|AK|Atqasuk|Atqasuk Edward Burnell Sr Memorial Airport
PAVD|VDZ|AK|Valdez|Valdez Pioneer Field
PAVL|KVL|AK|Kivalina|Kivalina Airport
PAWD|SWD|AK|Seward|Seward Airport
PAWG|WRG|AK|Wrangell|Wrangell Airport
PAWI|AWI|AK|Wainwright|Wainwright Airport
PAWN|WTK|AK|Noatak|Noatak Airport
PAWS|IYS|AK|Wasilla|Wasilla Airport
PAYA|YAK|AK|Yakutat|Yakutat Airport
PFYU|FYU|AK|Fort Yukon|Fort Yukon Airport
PGRO|GRO|MP|Rota Island|Rota International Airport
PGSN|GSN|MP|I Fadang, Saipan|Saipan International Airport
PGUA|UAM|GU|Yigo|Andersen Air Force Base
PGUM|GUM|GU|Hagåtña|Antonio B. Won Pat International Airport
PGWT|TNI|MP|Tinian Island|Tinian International Airport
PHBK|BKH|HI|Kekaha|Barking Sands Airport
PHHN|HNM|HI|Hana|Hana Airport
PHIK|HIK|HI|Honolulu|Hickam Air Force Base
PHJH|JHM|HI|Lahaina|Kapalua Airport
PHJR|JRF|HI|Kapolei|Kalaeloa Airport
PHKO|KOA|HI|Kailua-Kona|Ellison Onizuka Kona International Airport at Keahole
PHLI|LIH|HI|Lihue|Lihue Airport
PHMK|MKK|HI|Kaunakakai|Molokai Airport
PHMU|MUE|HI|Waimea (Kamuela)|Waimea Kohala Airport
PHNG|NGF|HI|Kaneohe|Kaneohe Bay MCAS (Marion E. Carl Field) Airport
PHNL|HNL|HI|Honolulu|Daniel K Inouye International Airport
PHNY|LNY|HI|Lanai City|Lanai Airport
PHOG|OGG|HI|Kahului|Kahului Airport
PHTO|ITO|HI|Hilo|Hilo International Airport
PPIZ|PIZ|AK|Point Lay|Point Lay LRRS Airport
TIST|STT|VI|Charlotte Amalie|Cyril E. King Airport
TISX|STX|VI|Christiansted|Henry E Rohlsen Airport
TJAB|ABO|PR|Arecibo|Antonio Nery Juarbe Pol Airport
TJBQ|BQN|PR|Aguadilla|Rafael Hernández International Airport
TJIG|SIG|PR|San Juan|Fernando Luis Ribas Dominicci Airport
TJMZ|MAZ|PR|Mayaguez|Eugenio Maria De Hostos Airport
TJPS|PSE|PR|Ponce|Mercedita Airport
TJSJ|SJU|PR|San Juan|Luis Munoz Marin International Airport
`;
