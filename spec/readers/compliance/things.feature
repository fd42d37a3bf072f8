Feature: Things that the organisation's rules name

  Scenario: Every thing has an owner
    Given I have framework_thing defined
    Then it must contain tags
    And it must contain owner

  Scenario: Owners are teams
    Given I have framework_thing defined
    When it contains tags
    And it contains owner
    Then its value must match the "team-.*" regex

  Scenario: Nothing is too large
    Given I have framework_thing defined
    When it contains size
    Then its value must be less than 30

  Scenario: No secrets in clear text
    Given I have framework_thing defined
    Then it must not contain secret

  Scenario: Whatever supports tags
    Given I have resource that supports tags defined
    When it has tags
    Then it must contain tags
    And its value must not be null

  Scenario: Things are called by their names
    Given I have framework_thing defined
    When its name is web
    Then its size must be 40
