Feature: What is done

  Scenario: Nothing is deleted
    Given I have any resource defined
    When its actions metadata has delete
    Then it must not contain name

  Scenario: Some things are made
    Given I have framework_thing defined
    When its actions metadata has create
    Then it must contain name

  Scenario: Changed things keep their notes
    Given I have framework_thing defined
    When its actions metadata has update
    Then it must contain note

  Scenario: Not too many of a kind
    Given I have framework_thing defined
    When I count them
    Then I expect the result is less than 4
